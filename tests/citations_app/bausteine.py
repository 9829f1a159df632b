"""Rows that the tests of the Zitatprüfung stand on: one finished Run with a given answer."""

from __future__ import annotations

import datetime as dt
import io
import zipfile
from itertools import count
from typing import Any

from django.contrib.auth.models import Group, User

from citations_app.models import Zitat, Zitatquelle
from citations_app.services import check_zitat, extract_zitate
from lexassay.protokoll.rollen import Rolle
from runs_app.begriffe import Abschlussgrund, Gueltigkeit, RunStatus
from runs_app.models import (
    Anbieter,
    Lauf,
    Modellmetadaten,
    Run,
    SystemPrompt,
    Teilnahme,
    Versuch,
)
from runs_app.status import TechnischerStatus
from tasks_app.models import Aufgabensatz, Katalogversion, Testfall

UTC = dt.UTC
JETZT = dt.datetime(2026, 11, 30, 12, tzinfo=UTC)
_numbers = count(1)


def neuer_testfall(prompt: str = "Wann verjährt der Anspruch?") -> Testfall:
    satz, _ = Aufgabensatz.objects.get_or_create(
        kennung="v2",
        defaults={"titel": "v2", "bewertungsverfahren": "kriterien", "beispiel": True},
    )
    return Testfall.objects.create(
        aufgabensatz=satz,
        kennung=f"fall-{next(_numbers)}",
        titel="Verjährung",
        rechtsordnung="de",
        aufgabentyp="fristberechnung",
        prompt=prompt,
        bewertungsmodus="kriterien",
    )


def teilnahme() -> Teilnahme:
    anbieter, _ = Anbieter.objects.get_or_create(kennung="muster", defaults={"name": "Muster"})
    modell, _ = Modellmetadaten.objects.get_or_create(
        kennung="muster-1",
        defaults={
            "name": "Muster",
            "familie": "Muster",
            "variante": "1",
            "anbieter": anbieter,
            "herstellerfamilie": "Muster",
            "ausfuehrungsweg": "kompatibel",
            "dialekt": "chat",
        },
    )
    prompt, _ = SystemPrompt.objects.get_or_create(
        kennung="fest", defaults={"text": "Antworte.", "hash": "0" * 64}
    )
    katalog, _ = Katalogversion.objects.get_or_create(
        aufgabensatz=Aufgabensatz.objects.get(kennung="v2"),
        nummer=1,
        defaults={"inhalts_hash": "0" * 64, "angelegt_am": JETZT},
    )
    lauf, _ = Lauf.objects.get_or_create(
        kennung="lauf-1",
        defaults={
            "titel": "Lauf",
            "katalogversion": katalog,
            "system_prompt": prompt,
            "angelegt_am": JETZT,
        },
    )
    return Teilnahme.objects.get_or_create(lauf=lauf, modell=modell)[0]


def run_with(antwort: str, *, prompt: str = "Wann verjährt der Anspruch?", **fields: Any) -> Run:
    """Return a finished, valid, successful Run with this answer, unless fields differ."""
    fall = neuer_testfall(prompt)
    run = Run.objects.create(
        testfall=fall, teilnahme=teilnahme(), prompt_fingerabdruck="0" * 64, faellig_ab=JETZT
    )
    versuch = add_versuch(run, antwort)
    values = {
        "status": RunStatus.BEENDET,
        "gueltigkeit": Gueltigkeit.GUELTIG,
        "technischer_status": TechnischerStatus.ERFOLGREICH,
        "zaehlender_versuch": versuch,
        **fields,
    }
    for name, value in values.items():
        setattr(run, name, value)
    run.save()
    return run


def add_versuch(run: Run, antwort: str) -> Versuch:
    return Versuch.objects.create(
        run=run,
        nummer=run.versuche.count() + 1,
        art="erstversuch",
        limit=64_000,
        gewaehrt=64_000,
        started_at=JETZT,
        ended_at=JETZT,
        dauer_ms=1,
        abschlussgrund=Abschlussgrund.STOPP,
        technischer_status=TechnischerStatus.ERFOLGREICH,
        gueltigkeit=Gueltigkeit.GUELTIG,
        antwort=antwort,
    )


def checked(antwort: str, **options: Any) -> list[Zitat]:
    """Extract and check the citations of an answer; return them in order."""
    run = run_with(antwort, **options)
    extract_zitate(run=run)
    for zitat in run.zitate.all():
        check_zitat(zitat=zitat)
    return list(run.zitate.all())


def redakteur(name: str = "redaktion") -> User:
    user = User.objects.create_user(name)
    user.groups.add(Group.objects.get_or_create(name=Rolle.REDAKTION)[0])
    return user


def switch_on(*kennungen: str) -> None:
    """Switch sources on as an editor would, with recorded terms."""
    Zitatquelle.objects.filter(kennung__in=kennungen).update(
        aktiv=True,
        bedingungen_url="https://beispiel.test/bedingungen",
        bedingungen_am=dt.date(2026, 11, 1),
        erlaubnis="Beispielquelle des Projekts",
        mindestabstand_ms=0,
    )


def law_archive(builddate: str, *sections: str) -> bytes:
    """Return an official archive of a law of our own: pairs of section name and text."""
    pairs = zip(sections[::2], sections[1::2], strict=True)
    norms = "".join(
        f"<norm><metadaten><enbez>{name}</enbez></metadaten><textdaten><text><Content><P>{text}</P>"
        "</Content></text></textdaten></norm>"
        for name, text in pairs
    )
    xml = (
        f'<dokumente builddate="{builddate}000000" doknr="BJNR1"><norm><metadaten>'
        f"<jurabk>X</jurabk><langue>Gesetz X</langue></metadaten></norm>{norms}</dokumente>"
    )
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as zf:
        zf.writestr("BJNR1.xml", xml)
    return buffer.getvalue()
