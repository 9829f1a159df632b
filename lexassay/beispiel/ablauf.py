"""From nothing to a released leaderboard, step by step, by the ordinary services.

No step skips a gate, four eyes or a role. Every step looks first whether it is done, so that a
start that was interrupted goes on where it stopped.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings
from django.utils import timezone

from citations_app import selectors as zitatstand
from grading_app import selectors as notenstand
from lexassay import pipeline
from lexassay.beispiel import aufgaben, bewertung, laeufe, modelle, zitate
from lexassay.beispiel.fremd import refuse_foreign_rows
from lexassay.beispiel.konten import Personen, accounts
from lexassay.beispiel.warten import ZuLange, work_off
from lexassay.builds.models import BuildManifest, Methodentext
from lexassay.builds.selectors import published_build
from lexassay.builds.services import approve_method_text, release_build
from lexassay.protokoll.einstellungen import set_setting, set_since
from runs_app.models import Lauf, Modellmetadaten
from tasks_app.models import Aufgabensatz, Katalogversion

METHODENFASSUNG = "2.0"
PILOTMODELLE = 2
KURS, KURSWERT = "eur_je_usd_mikro", 1_000_000
BESTELLUNGEN = 5
"""How often judgements are ordered again for Runs whose citations were late."""


class BeispielUnzulaessig(Exception):
    """The sample may not be loaded here."""


@dataclass(slots=True)
class Ablauf:
    """One loading of the sample; ``say`` prints a line for the person at the terminal."""

    say: Callable[[str], None]
    anbieteradresse: str

    def run(self) -> BuildManifest:
        """Load, pilot, release, run, check, grade, build and release the sample."""
        if settings.PRODUKTION:
            raise BeispielUnzulaessig("Beispieldaten werden in der Produktion nicht geladen.")
        refuse_foreign_rows()
        personen = accounts()
        teilnehmer = modelle.save_models(adresse=self.anbieteradresse, personen=personen)
        fertig = published_build()
        if fertig is not None:
            self.say(f"      Das Beispiel ist schon veröffentlicht (Build {fertig.kennung}).")
            return fertig
        zitate.switch_on_sources(personen)
        bewertung.seed(personen)
        method_text(personen)
        exchange_rate(personen)
        saetze = {satz.kennung: satz for satz in aufgaben.import_sets(personen)}
        self.say(f"      {_count(saetze)} Testfälle in drei Aufgabensätzen importiert")
        aufgaben.rule_on_labels(saetze["bg1"], personen)
        self._pilot(saetze, teilnehmer, personen)
        kataloge = self._release(saetze, personen)
        fertige = self._execute(kataloge, teilnehmer, personen)
        self._check_citations(personen)
        grade(fertige, personen, self.say)
        laeufe.review(fertige, personen)
        return self._publish(personen)

    def _pilot(
        self, saetze: dict[str, Aufgabensatz], teilnehmer: list[Modellmetadaten], personen: Personen
    ) -> None:
        """Every Testfall runs once with two models before it can be released (R-1.3)."""
        begonnen = []
        for kennung in ("bg1", "v2"):
            katalog = aufgaben.to_pilot(saetze[kennung], personen)
            if katalog is not None:
                begonnen.append(
                    laeufe.start(
                        kennung=f"beispiel-pilot-{kennung}",
                        titel=f"Pilotlauf {kennung}",
                        katalog=katalog,
                        modelle=teilnehmer[:PILOTMODELLE],
                        personen=personen,
                    )
                )
        laeufe.finish(begonnen, was="Pilotläufe", say=self.say)

    def _release(
        self, saetze: dict[str, Aufgabensatz], personen: Personen
    ) -> dict[str, Katalogversion]:
        kataloge = {name: aufgaben.release(saetze[name], personen) for name in ("bg1", "v2")}
        kataloge["v1"] = aufgaben.archive(saetze["v1"], personen)
        self.say("      Testfälle von einer zweiten Person freigegeben")
        return kataloge

    def _execute(
        self,
        kataloge: dict[str, Katalogversion],
        teilnehmer: list[Modellmetadaten],
        personen: Personen,
    ) -> list[Lauf]:
        begonnen = [
            laeufe.start(
                kennung=f"beispiel-{name}",
                titel=f"Beispiellauf {name}",
                katalog=kataloge[name],
                modelle=teilnehmer[:2] if name == "v1" else teilnehmer,
                personen=personen,
            )
            for name in ("v2", "bg1", "v1")
        ]
        laeufe.finish(begonnen, was="Läufe", say=self.say)
        return begonnen

    def _check_citations(self, personen: Personen) -> None:
        read_citations(self.say)
        zahl = zitate.enter_handbefunde(personen)
        self.say(f"      Zitate geprüft, {zahl} Handbefunde eingetragen")

    def _publish(self, personen: Personen) -> BuildManifest:
        self.say("      Build wird erstellt und durch die acht Qualitäts-Tore geprüft …")
        build = pipeline.build(user=personen.redaktion)
        if build.fehler_zahl:
            raise BeispielUnzulaessig("\n".join(gate_errors(build)))
        release_build(build=build, user=personen.freigabe, baum_hash=build.baum_hash)
        self.say(f"      Build {build.kennung} ist freigegeben ({build.hinweis_zahl} Hinweise)")
        return build


def exchange_rate(personen: Personen) -> None:
    """Date an example rate of exchange; without one no amount would be shown in euro."""
    if set_since(KURS) is None:
        set_setting(
            name=KURS, wert=KURSWERT, user=personen.freigabe, begruendung="Beispielkurs: 1 $ = 1 €"
        )


def read_citations(say: Callable[[str], None]) -> None:
    """Wait until every answer is read and no look-up is due or under way."""
    work_off(
        was="Zitatprüfung",
        fertig=lambda: citations_open() == 0,
        stand=lambda: f"noch {citations_open()} offen",
        say=say,
    )


def citations_open() -> int:
    """Count answers to read and citations whose next look-up comes within two minutes.

    A citation that a worker has in its hands is due a little later again, not now: it counts. One
    that waits long for a source that is away does not hold the sample up.
    """
    bald = timezone.now() + dt.timedelta(minutes=2)
    return zitatstand.runs_ohne_zitate().count() + zitatstand.zitate_faellig(at=bald).count()


def grade(begonnen: list[Lauf], personen: Personen, say: Callable[[str], None]) -> None:
    """Order the judgements and wait until every Run of these Läufe is graded."""

    def offen() -> int:
        return sum(notenstand.runs_zu_bewerten(lauf).count() for lauf in begonnen)

    def bestellt() -> bool:
        return notenstand.offene_auftraege().exists() or notenstand.runs_bewertbar().exists()

    for _ in range(BESTELLUNGEN):
        bewertung.order_judgements(begonnen, personen)
        work_off(
            was="Bewertung",
            fertig=lambda: not bestellt(),
            stand=lambda: f"noch {offen()} Runs",
            say=say,
        )
        if offen() == 0:
            return
        read_citations(say)
    raise ZuLange(f"Bewertung: {offen()} Runs bleiben ohne Bewertung.")


def gate_errors(build: BuildManifest) -> list[str]:
    """Return the findings of a build that block its release."""
    return [
        f"{befund['id']}: {befund['meldung']}"
        for befunde in build.tore.values()
        for befund in befunde
        if ".E" in befund["id"]
    ]


def method_text(personen: Personen) -> None:
    """Put the method version of the sample in force, approved by the second person."""
    text, neu = Methodentext.objects.get_or_create(
        fassung=METHODENFASSUNG,
        defaults={"datum": dt.date(2026, 11, 30), "angelegt_von": personen.redaktion},
    )
    if neu or text.freigegeben_von_id is None:
        approve_method_text(text=text, user=personen.freigabe)


def _count(saetze: dict[str, Aufgabensatz]) -> int:
    return sum(satz.testfaelle.count() for satz in saetze.values())
