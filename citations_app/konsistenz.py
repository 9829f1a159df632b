"""Pure: no Django, no I/O. What a citation betrays by itself, without any source (R-9.3).

Each rule finds combinations that cannot be: an Aktenzeichen younger than its decision, an ECLI that
names another date, an article beyond the last one of a treaty. They raise a Verdacht, no more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from citations_app.befund import Einzelbefund, mangel
from citations_app.begriffe import Mangel
from citations_app.grammar.types import Entscheidung, Fundstelle, Norm, Rechtsordnung, UsFall

# The number of articles of the acts in their consolidated form.
ARTIKEL_ZAHL = {
    "DSGVO": 99,
    "AEUV": 358,
    "EUV": 55,
    "GRCh": 54,
    "Brüssel Ia-VO": 81,
    "Rom I-VO": 29,
    "Rom II-VO": 32,
}
# Register sign, number and two-digit year of a German docket: "VIII ZR 123/19", "8 C 8.19".
_DOCKET_YEAR = re.compile(r"\d+\s*[/.]\s*(\d{2}|\d{4})\b(?!.*\d[/.]\d)")
_ECLI_BGH = re.compile(
    r"ECLI:DE:BGH:(\d{4}):(\d{2})(\d{2})(\d{2})([UB])([0-9A-Z.]+)", re.IGNORECASE
)
_ECLI_YEAR = re.compile(r"ECLI:[A-Z]{2}:[A-Z0-9]+:(\d{4}):", re.IGNORECASE)


def check_consistency(fundstelle: Fundstelle, *, heute: date) -> Einzelbefund | None:
    """Return the impossible combination of a citation, None if it is consistent."""
    match fundstelle.teile:
        case Entscheidung() as entscheidung:
            faults = list(_decision_faults(entscheidung, heute=heute))
            fault_kind = Mangel.UNMOEGLICH
        case Norm() as norm if fundstelle.rechtsordnung is Rechtsordnung.EU:
            return _check_eu_article(norm)
        case UsFall() as fall:
            faults = list(_us_faults(fall, heute=heute))
            fault_kind = Mangel.UNMOEGLICH
        case _:
            return None
    return mangel(fault_kind, hinweise=tuple(faults)) if faults else None


def _check_eu_article(norm: Norm) -> Einzelbefund | None:
    if norm.gesetz not in ARTIKEL_ZAHL or not norm.nummer:
        return None
    if norm.einheit.startswith("§"):
        hinweis = f"{norm.gesetz} hat Artikel, keine Paragrafen."
        return mangel(Mangel.EINHEIT, hinweise=(hinweis,))
    last = ARTIKEL_ZAHL[norm.gesetz]
    if norm.nummer.isdigit() and not 1 <= int(norm.nummer) <= last:
        hinweis = f"{norm.gesetz} endet mit Artikel {last}."
        return mangel(Mangel.NORM_FEHLT, hinweise=(hinweis,))
    return None


def docket_year(aktenzeichen: str) -> int | None:
    """Return the year in which a docket was opened, None if it names none.

    Two digits below 50 mean this century: the Federal Courts began in 1950.

    >>> docket_year("VIII ZR 123/19"), docket_year("8 C 8.19"), docket_year("1 BvR 400/51")
    (2019, 2019, 1951)
    """
    match = _DOCKET_YEAR.search(aktenzeichen)
    if match is None:
        return None
    year = int(match[1])
    if year >= 100:
        return year
    return 2000 + year if year < 50 else 1900 + year


def _decision_faults(e: Entscheidung, *, heute: date) -> Iterator[str]:
    decided = _iso(e.datum)
    if e.datum and decided is None:
        yield f"Das Datum {e.datum} gibt es nicht."
    if decided and decided > heute:
        yield "Das Datum der Entscheidung liegt in der Zukunft."
    for aktenzeichen in e.aktenzeichen:
        opened = docket_year(aktenzeichen)
        if decided and opened and opened > decided.year:
            yield f"Aktenzeichen {aktenzeichen} ist jünger als die Entscheidung von {decided.year}."
    yield from _ecli_faults(e, decided)


def _ecli_faults(e: Entscheidung, decided: date | None) -> Iterator[str]:
    if not e.ecli:
        return
    year = _ECLI_YEAR.match(e.ecli)
    if year and decided and int(year[1]) != decided.year:
        yield "Das Jahr der ECLI ist nicht das der Entscheidung."
    bgh = _ECLI_BGH.match(e.ecli)
    if bgh is None:
        return
    if decided and f"{decided:%d%m%y}" != f"{bgh[2]}{bgh[3]}{bgh[4]}":
        yield "Das Datum in der ECLI ist nicht das der Entscheidung."
    if len(e.aktenzeichen) == 1 and not _docket_in_ecli(e.aktenzeichen[0], bgh[6]):
        yield "Das Aktenzeichen in der ECLI ist nicht das zitierte."


def _docket_in_ecli(aktenzeichen: str, tail: str) -> bool:
    """Compare "VIII ZR 123/19" with the ECLI's "VIIIZR123.19.0"."""
    wanted = re.sub(r"[\s()]", "", aktenzeichen).replace("/", ".").upper()
    return tail.upper() == wanted or tail.upper().startswith(wanted + ".")


def _us_faults(fall: UsFall, *, heute: date) -> Iterator[str]:
    if fall.jahr.isdigit() and int(fall.jahr) > heute.year:
        yield "Das Jahr der Entscheidung liegt in der Zukunft."


def _iso(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
