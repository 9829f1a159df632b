"""Pure: no Django, no I/O. What may leave the house (R-12.3, R-12.4, R-12.6).

Redaction works on the Datenstand, before any page or export is made: what it does not pass on
cannot appear anywhere. Secret Testfälle vanish whole, with their Runs, from lists and counts.
"""

from __future__ import annotations

from dataclasses import replace

from lexassay.builds.datenstand import (
    AufgabensatzStand,
    Datenstand,
    LaufStand,
    RunStand,
    TestfallStand,
)

KURZ = 600
"""Characters of a shortened answer."""
VORSCHAU = 160
"""Characters of a preview."""


def redact(stand: Datenstand) -> Datenstand:
    """Return the public Datenstand: no secret Testfall, no text that its Aufgabensatz withholds."""
    geheime = {fall.kennung for fall in stand.testfaelle if fall.geheim}
    umfang = {satz.kennung: satz.veroeffentlichung for satz in stand.aufgabensaetze}
    satz_je_fall = {fall.kennung: fall.aufgabensatz for fall in stand.testfaelle}
    return replace(
        stand,
        offene_definitionsbefunde=(),
        bewertungsbefunde=(),
        aufgabensaetze=tuple(_public_set(satz, geheime) for satz in stand.aufgabensaetze),
        testfaelle=tuple(_public_task(f) for f in stand.testfaelle if not f.geheim),
        laeufe=tuple(_public_lauf(lauf, geheime) for lauf in stand.laeufe),
        runs=tuple(
            _public_run(run, umfang[satz_je_fall[run.testfall]])
            for run in stand.runs
            if run.testfall not in geheime
        ),
    )


def _public_set(satz: AufgabensatzStand, geheime: set[str]) -> AufgabensatzStand:
    return replace(satz, testfaelle=tuple(k for k in satz.testfaelle if k not in geheime))


def _public_lauf(lauf: LaufStand, geheime: set[str]) -> LaufStand:
    return replace(lauf, testfaelle=tuple(k for k in lauf.testfaelle if k not in geheime))


def _public_task(fall: TestfallStand) -> TestfallStand:
    return replace(fall, canary="")


def _public_run(run: RunStand, umfang: str) -> RunStand:
    """R-12.4: v1 and v2 show every answer in full; other sets choose less."""
    if not run.gueltig:
        return _without_text(run, "")
    match umfang:
        case "voll":
            return run
        case "gekuerzt":
            return _without_text(run, _cut(run.antwort, KURZ))
        case "vorschau":
            return _without_text(run, _cut(run.antwort, VORSCHAU))
    return _without_text(run, "")


def _cut(text: str, laenge: int) -> str:
    return text if len(text) <= laenge else text[:laenge].rstrip() + " …"


def _without_text(run: RunStand, antwort: str) -> RunStand:
    """Passages and citation texts would give the withheld answer away again."""
    if antwort == run.antwort:
        return run
    bewertung = run.bewertung and replace(
        run.bewertung,
        urteile=tuple(replace(urteil, passage="") for urteil in run.bewertung.urteile),
        begruendung="",
        treffer=(),
        fehlend=(),
    )
    return replace(run, antwort=antwort, zitate=(), bewertung=bewertung)
