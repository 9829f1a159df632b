"""The arithmetic of the published numbers once more, written from the SPEC with the standard
library alone: no line is shared with the product, so that both can be wrong only by accident.
"""

from __future__ import annotations

import hashlib
import json
import math
import struct
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

ZIEHUNGEN = 10_000
ERFOLGREICH = "erfolgreich"


def half_up(wert: Fraction) -> int:
    return math.floor(wert + Fraction(1, 2))


def points(run: dict[str, Any], fall: dict[str, Any]) -> Fraction:
    """Return the points of a public Run from its verdicts, weights and citations (R-7.1 to 7.4)."""
    note = run["bewertung"]
    if run["technischer_status"] != ERFOLGREICH or note is None:
        return Fraction(0)
    if fall["bewertungsmodus"] == "dreistufig":
        return {"richtig": Fraction(1), "teilweise": Fraction(1, 2)}.get(note["label"], Fraction(0))
    if fall["bewertungsmodus"] == "regel":
        return Fraction(short_answer(run["antwort"]) == fall["sollwert"].removesuffix("."))
    gewicht = {k["kennung"]: k["gewicht"] for k in fall["kriterien"]}
    erfuellt = sum(gewicht[u["kriterium"]] for u in note["urteile"] if u["erfuellt"])
    falsche = {
        z["abzugsschluessel"]
        for z in run["zitate"]
        if z["verwendung"] == "stuetzend" and z["status"] in ("falsch_zugeordnet", "erfunden")
    }
    abzug = Fraction(len(falsche), 4) + (0 if note["hinweis_vorhanden"] else Fraction(1, 20))
    return max(Fraction(0), Fraction(erfuellt, sum(gewicht.values())) - abzug)


def short_answer(antwort: str) -> str:
    """Return „Ja“ or „Nein“ of an answer to bg1; "" unless it is JSON with exactly the two keys."""
    text = antwort.strip().removeprefix("```json").removesuffix("```")
    try:
        paare = json.loads(text, object_pairs_hook=list)
    except ValueError:
        return ""
    if [name for name, _ in sorted(paare)] != ["begruendung", "kurzantwort"]:
        return ""
    return str(dict(paare)["kurzantwort"]).removesuffix(".")


def quantile(werte: Iterable[int], anteil: Fraction) -> Fraction | None:
    """Linear interpolation between the neighbours, as percentile_cont."""
    reihe = sorted(werte)
    if not reihe:
        return None
    stelle = anteil * (len(reihe) - 1)
    unter = math.floor(stelle)
    ueber = math.ceil(stelle)
    return reihe[unter] + (stelle - unter) * (reihe[ueber] - reihe[unter])


def draws(name: str, zahl: int) -> list[tuple[int, ...]]:
    """Return the 10,000 draws of ``zahl`` tasks that the method page defines."""
    strom = hashlib.shake_256(f"{name}|lexassay-1".encode()).digest(4 * ZIEHUNGEN * zahl)
    woerter = struct.iter_unpack("<" + "I" * zahl, strom)
    return [tuple(wort * zahl >> 32 for wort in ziehung) for ziehung in woerter]


def bootstrap(name: str, punkte: Sequence[Sequence[Fraction]]) -> list[list[Fraction]]:
    """Return per row the sums of all draws."""
    gezogen = draws(name, len(punkte[0]))
    nenner = math.lcm(*(p.denominator for reihe in punkte for p in reihe))
    ganz = [[int(p * nenner) for p in reihe] for reihe in punkte]
    return [
        [Fraction(sum(reihe[i] for i in ziehung), nenner) for ziehung in gezogen] for reihe in ganz
    ]


def interval(summen: Sequence[Fraction], zahl: int) -> tuple[int, int]:
    """Return the bounds: the 250th smallest and the 250th largest draw, as integer scores."""
    geordnet = sorted(summen)
    return half_up(geordnet[249] * 100 / zahl), half_up(geordnet[-250] * 100 / zahl)


def better(a: Sequence[Fraction], b: Sequence[Fraction]) -> bool:
    """Whether a is gesichert besser than b: the 2.5 % percentile of the difference is above 0."""
    return sorted(x - y for x, y in zip(a, b, strict=True))[249] > 0


def spans(besser: Sequence[Sequence[bool]]) -> list[tuple[int, int]]:
    zahl = len(besser)
    return [(1 + sum(zeile[i] for zeile in besser), zahl - sum(besser[i])) for i in range(zahl)]


def group_letters(besser: Sequence[Sequence[bool]]) -> list[str]:
    """A head and all rows behind it that it does not surely beat; the next row heads the next."""
    kopf, buchstaben = 0, "A"
    for i in range(1, len(besser)):
        neu = besser[kopf][i]
        kopf = i if neu else kopf
        buchstaben += chr(ord(buchstaben[-1]) + neu)
    return list(buchstaben)


def metrics(runs: Sequence[dict[str, Any]], faelle: dict[str, Any]) -> dict[str, Any]:
    """Return what the metrics of a group of valid public Runs must be (R-7.8, R-10.1)."""
    gut = [r for r in runs if r["technischer_status"] == ERFOLGREICH]
    werte = [points(r, faelle[r["testfall"]]) for r in gut]
    voll = sum(wert == 1 for wert in werte)
    zeiten = [r["dauer_ms"] for r in gut]
    return {
        "runs": len(runs),
        "erfolgreich": len(gut),
        "bewertet": len(gut),
        "vollstaendig_korrekt": voll,
        "mittlere_correctness": _share(sum(werte), len(gut)),
        "mittlerer_effektiver_score": _share(sum(werte), len(runs)),
        "korrektrate": _share(voll, len(gut)),
        "median_ms": quantile(zeiten, Fraction(1, 2)),
        "p95_ms": quantile(zeiten, Fraction(19, 20)),
        "token_eingabe": sum(r["token_eingabe"] or 0 for r in runs),
        "token_ausgabe": sum(r["token_ausgabe"] or 0 for r in runs),
    }


def _share(summe: Fraction | int, zahl: int) -> Fraction | None:
    return Fraction(summe) / zahl if zahl else None
