"""Rows that tests of grading stand on; nothing random."""

from __future__ import annotations

import datetime as dt
import hashlib
from typing import Any

from django.contrib.auth.models import Group, User

from citations_app.services import extract_zitate
from grading_app.begriffe import BewerterArt, Fassungsstatus, Regelform, Rubrikmodus
from grading_app.models import Bewerter, Bewertungsregel, Rubrik
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
from tasks_app.models import Aufgabensatz, Beispielantwort, Katalogversion, Kriterium, Testfall

JETZT = dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)
HINWEIS = "\n\nDies ist keine Rechtsberatung."


def person(name: str, *rollen: Rolle) -> User:
    user, _ = User.objects.get_or_create(username=name, defaults={"is_staff": True})
    user.groups.set([Group.objects.get_or_create(name=rolle)[0] for rolle in rollen])
    return user


def redaktion() -> User:
    return person("redaktion", Rolle.REDAKTION)


def freigabe() -> User:
    return person("freigabe", Rolle.FREIGABE)


def bewertende(name: str = "bewertung") -> User:
    return person(name, Rolle.BEWERTUNG)


def satz() -> Aufgabensatz:
    row, _ = Aufgabensatz.objects.get_or_create(
        kennung="probe",
        defaults={"titel": "Probe", "bewertungsverfahren": "kriterien", "beispiel": True},
    )
    return row


def neuer_fall(kennung: str = "fall-1", modus: str = "kriterien", **werte: Any) -> Testfall:
    fall = Testfall.objects.create(
        aufgabensatz=satz(),
        kennung=kennung,
        titel="Fristende",
        rechtsordnung="de",
        aufgabentyp="fristberechnung",
        bewertungsmodus=modus,
        **{
            "prompt": f"Frage zu {kennung}: Wann endet die Frist?",
            "goldloesung": "2. März",
            **werte,
        },
    )
    if modus == "kriterien":
        for position, gewicht in enumerate((2, 1, 1), start=1):
            Kriterium.objects.create(
                testfall=fall,
                kennung=f"K{position}",
                position=position,
                text=f"Punkt {position}",
                gewicht=gewicht,
            )
    return fall


def beispiele(fall: Testfall) -> None:
    """A right, a partial and a wrong example of a criteria task."""
    for art, erfuellt in (
        ("positiv", ["K1", "K2", "K3"]),
        ("teilweise", ["K1"]),
        ("negativ", []),
    ):
        Beispielantwort.objects.create(
            testfall=fall, art=art, text=f"Beispiel {art} zu {fall.kennung}", erfuellt=erfuellt
        )


def modell(kennung: str = "muster-1", familie: str = "Musterhaus", **werte: Any) -> Modellmetadaten:
    anbieter, _ = Anbieter.objects.get_or_create(
        kennung="muster", defaults={"name": "Musteranbieter", "max_gleichzeitig": 4}
    )
    row, _ = Modellmetadaten.objects.get_or_create(
        kennung=kennung,
        defaults={
            "name": f"Modell {kennung}",
            "familie": "Muster",
            "variante": "1",
            "anbieter": anbieter,
            "herstellerfamilie": familie,
            "ausfuehrungsweg": "kompatibel",
            "dialekt": "chat",
            **werte,
        },
    )
    return row


def lauf(kennung: str = "lauf-1") -> Lauf:
    prompt, _ = SystemPrompt.objects.get_or_create(
        kennung="fest", defaults={"text": "Antworte.", "hash": "0" * 64}
    )
    katalog, _ = Katalogversion.objects.get_or_create(
        aufgabensatz=satz(), nummer=1, defaults={"inhalts_hash": "0" * 64, "angelegt_am": JETZT}
    )
    row, _ = Lauf.objects.get_or_create(
        kennung=kennung,
        defaults={
            "titel": "Lauf",
            "katalogversion": katalog,
            "system_prompt": prompt,
            "angelegt_am": JETZT,
        },
    )
    return row


def run(
    fall: Testfall,
    antwort: str = "Die Frist endet am 2. März 2026." + HINWEIS,
    *,
    status: TechnischerStatus = TechnischerStatus.ERFOLGREICH,
    grund: Abschlussgrund = Abschlussgrund.STOPP,
    gueltig: bool = True,
    von: Modellmetadaten | None = None,
    index: int = 1,
    zitate: bool = True,
) -> Run:
    """A final Run with one attempt; its citations are extracted unless told otherwise."""
    teilnahme, _ = Teilnahme.objects.get_or_create(lauf=lauf(), modell=von or modell())
    row = Run.objects.create(
        testfall=fall,
        teilnahme=teilnahme,
        run_index=index,
        faellig_ab=JETZT,
        prompt_fingerabdruck=hashlib.sha256(fall.prompt.encode()).hexdigest(),
    )
    gueltigkeit = Gueltigkeit.GUELTIG if gueltig else Gueltigkeit.UNGUELTIG
    versuch = Versuch.objects.create(
        run=row,
        nummer=1,
        art="erstversuch",
        limit=64_000,
        gewaehrt=64_000,
        started_at=JETZT,
        ended_at=JETZT,
        dauer_ms=1_000,
        abschlussgrund=grund,
        technischer_status=status,
        gueltigkeit=gueltigkeit,
        antwort=antwort,
    )
    row.zaehlender_versuch = versuch
    row.status, row.gueltigkeit, row.technischer_status = RunStatus.BEENDET, gueltigkeit, status
    row.save()
    if zitate and gueltig and status is TechnischerStatus.ERFOLGREICH:
        extract_zitate(run=row)
    return row


def regel(**werte: Any) -> Bewertungsregel:
    return Bewertungsregel.objects.create(
        **{
            "kennung": "zahl",
            "form": Regelform.NORMALISIERT,
            "konfiguration": {"schlusszeichen": True},
            "fachliche_beschreibung": "Vergleicht die Zahl.",
            "begruendung_verfahren": "Eine Zahl ist eindeutig.",
            "beispiele": [
                {"art": "positiv", "antwort": "29.", "sollwert": "29", "erwarteter_wert": "1"},
                {"art": "negativ", "antwort": "28", "sollwert": "29", "erwarteter_wert": "0"},
            ],
            "status": Fassungsstatus.AKTIV,
            **werte,
        }
    )


def rubrik(kennung: str = "kriterien", **werte: Any) -> Rubrik:
    modus = Rubrikmodus.KRITERIEN if kennung == "kriterien" else Rubrikmodus.STUFEN
    skalen = {
        "kriterien": {},
        "dreistufig": {"richtig": "1", "teilweise": "1/2", "falsch": "0"},
        "stufen": {
            "korrekt": "1",
            "ueberwiegend_korrekt": "3/4",
            "teilweise": "1/2",
            "falsch": "0",
        },
    }
    return Rubrik.objects.create(
        **{
            "kennung": kennung,
            "modus": modus,
            "anweisung": "Prüfen Sie genau.",
            "skala": skalen[kennung],
            "status": Fassungsstatus.AKTIV,
            **werte,
        }
    )


def mensch(name: str = "bewertung") -> Bewerter:
    row, _ = Bewerter.objects.get_or_create(
        kennung=f"p-{name}",
        defaults={"name": name, "art": BewerterArt.MENSCH, "user": bewertende(name)},
    )
    return row


def judge(kennung: str = "judge-1", familie: str = "Richterhaus", **werte: Any) -> Bewerter:
    row, _ = Bewerter.objects.get_or_create(
        kennung=kennung,
        defaults={
            "name": kennung,
            "art": BewerterArt.LLM,
            "modell": modell(kennung, familie, **werte),
            "herstellerfamilie": familie,
        },
    )
    return row
