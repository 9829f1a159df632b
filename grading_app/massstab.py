"""Reads by what a Testfall is graded: mode, expectation, criteria, rule or Rubrik in force."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from grading_app.begriffe import Fassungsstatus, Verfahren
from grading_app.models import Bewertungsregel, Rubrik
from grading_app.rules.registry import pruefer
from grading_app.rules.types import KonfigurationsFehler, Regelergebnis
from grading_app.vorlagen import entscheidungen_fuer
from lexassay.protokoll.kanon import canonical_hash, sha256_hex
from tasks_app.begriffe import Bewertungsmodus
from tasks_app.models import Testfall

STANDARDRUBRIK = {
    Verfahren.KRITERIEN: "kriterien",
    Verfahren.DREISTUFIG: "dreistufig",
    Verfahren.JUDGE: "stufen",
}
"""Kennung of the Rubrik that a Testfall without a `regel_kennung` is graded by."""

VERFAHREN = {
    Bewertungsmodus.KRITERIEN: Verfahren.KRITERIEN,
    Bewertungsmodus.DREISTUFIG: Verfahren.DREISTUFIG,
    Bewertungsmodus.JUDGE: Verfahren.JUDGE,
    Bewertungsmodus.REGEL: Verfahren.REGEL,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Massstab:
    """Everything about a Testfall that its grades rest on; `pruefe` is the bound rule."""

    testfall: Testfall
    verfahren: Verfahren
    prompt: str
    erwartung: str
    kriterien: tuple[tuple[str, int], ...] = ()
    kriterien_hash: str = ""
    referenz: str = ""
    regel_hash: str = ""
    pruefe: Callable[[str, str], Regelergebnis] | None = None
    rubrik: Rubrik | None = None
    entscheidungen: tuple[str, ...] = ()
    grund: str = ""

    @property
    def braucht_urteile(self) -> bool:
        return self.verfahren is not Verfahren.REGEL


def massstaebe(testfall_ids: Iterable[int]) -> dict[int, Massstab]:
    """The Massstab of each Testfall, rules and Rubriken read once."""
    ids = set(testfall_ids)
    if not ids:
        return {}
    faelle = Testfall.objects.filter(pk__in=ids).prefetch_related("kriterien")
    regeln = {r.kennung: r for r in Bewertungsregel.objects.filter(status=Fassungsstatus.AKTIV)}
    rubriken = {r.kennung: r for r in Rubrik.objects.filter(status=Fassungsstatus.AKTIV)}
    return {fall.pk: _massstab(fall, regeln, rubriken) for fall in faelle}


def massstab(testfall: Testfall) -> Massstab:
    """The Massstab of one Testfall."""
    return massstaebe([testfall.pk])[testfall.pk]


def _massstab(
    fall: Testfall, regeln: dict[str, Bewertungsregel], rubriken: dict[str, Rubrik]
) -> Massstab:
    verfahren = VERFAHREN[Bewertungsmodus(fall.bewertungsmodus)]
    prompt = fall.prompt_fingerabdruck or sha256_hex(fall.gesendeter_text)
    erwartung = canonical_hash([fall.sollwert, fall.goldloesung])
    if verfahren is Verfahren.REGEL:
        return _mit_regel(fall, prompt, erwartung, regeln.get(fall.regel_kennung))
    kriterien = list(fall.kriterien.all())
    rubrik = rubriken.get(fall.regel_kennung or STANDARDRUBRIK[verfahren])
    return Massstab(
        testfall=fall,
        verfahren=verfahren,
        prompt=prompt,
        erwartung=erwartung,
        kriterien=tuple((k.kennung, k.gewicht) for k in kriterien),
        kriterien_hash=canonical_hash(
            [[k.kennung, k.text, k.gewicht, k.fundstelle_verlangt] for k in kriterien]
        ),
        referenz=rubrik.referenz if rubrik else "",
        rubrik=rubrik,
        entscheidungen=entscheidungen_fuer(fall),
        grund="" if rubrik else "Keine Rubrik für diesen Testfall ist in Kraft.",
    )


def _mit_regel(
    fall: Testfall, prompt: str, erwartung: str, regel: Bewertungsregel | None
) -> Massstab:
    pruefe, grund = None, "Keine Bewertungsregel für diesen Testfall ist in Kraft."
    if regel is not None:
        try:
            pruefe, grund = pruefer(regel.form, regel.konfiguration), ""
        except KonfigurationsFehler as exc:
            grund = f"Die Regel {regel.referenz} ist nicht anwendbar: {exc}"
    return Massstab(
        testfall=fall,
        verfahren=Verfahren.REGEL,
        prompt=prompt,
        erwartung=erwartung,
        referenz=regel.referenz if regel else "",
        regel_hash=canonical_hash([regel.referenz, regel.form, regel.konfiguration])
        if regel
        else "",
        pruefe=pruefe,
        grund=grund,
    )
