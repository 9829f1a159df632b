"""What the public numbers of the sample must be, counted by hand in ``lexassay/beispiel/daten``.

Nothing here comes from the product. Each table says how it was counted. Rows are
(Aufgabensatz, Modell); a number of v2 covers the 14 public tasks unless it says otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction as F

GEHEIM = frozenset(f"v2-{n}" for n in range(15, 21))
"""The secret tasks; the build may show nothing of them but one integer per row and the costs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Punkte:
    """Score of all tasks, of the public and the secret part, and the exact public one."""

    score: int
    oeffentlich: int
    exakt: F
    geheim: int | None = None
    rang: int


# v2 (v2/abdeckung.yaml): share of the weights, minus 1/4 per wrong Fundstelle, minus 1/20 without
# notice, at least 0. Aster: 11 public tasks full, 8/9 + 4/9 + 7/9; secret 5 full, 7/8.
# (118/9 + 47/8) / 20 = 94.93 → 95. Birke: 19129/2520 + 1133/360 = 10.738 of 20 → 53.69 → 54.
# Cassia: 9/20 + 17/60 + 7/20 + 1/20 + 5/11 = 262/165 in public; secret 71/180 + 9/20 + 7/20
# + 17/60 = 133/90; together 3.066 of 20 → 15.33 → 15.
# bg1 (bg1/erwartung.yaml): right answers of 40: 34, 27, 21. 67.5 → 68 and 52.5 → 53 go up.
# v1: Aster richtig, richtig, teilweise, richtig = 3.5 of 4; Birke teilweise, falsch, falsch,
# richtig = 1.5 of 4: 87.5 → 88, 37.5 → 38.
PUNKTE = {
    ("v2", "demo-aster"): Punkte(score=95, oeffentlich=94, exakt=F(5900, 63), geheim=98, rang=1),
    ("v2", "demo-birke"): Punkte(score=54, oeffentlich=54, exakt=F(95645, 1764), geheim=52, rang=2),
    ("v2", "demo-cassia"): Punkte(score=15, oeffentlich=11, exakt=F(2620, 231), geheim=25, rang=3),
    ("bg1", "demo-aster"): Punkte(score=85, oeffentlich=85, exakt=F(85), rang=1),
    ("bg1", "demo-birke"): Punkte(score=68, oeffentlich=68, exakt=F(135, 2), rang=2),
    ("bg1", "demo-cassia"): Punkte(score=53, oeffentlich=53, exakt=F(105, 2), rang=3),
    ("v1", "demo-aster"): Punkte(score=88, oeffentlich=88, exakt=F(175, 2), rang=1),
    ("v1", "demo-birke"): Punkte(score=38, oeffentlich=38, exakt=F(75, 2), rang=2),
}

# Runs that end technically unsuccessful. v2, Demo Cassia: v2-03 timeout, v2-08 error 503, v2-09 cut
# at the granted limit, v2-11 empty, v2-13 filtered. bg1: -228 timeout, -411 error 503, -148 empty.
# All other Runs are erfolgreich; nobody's process ends with a code.
KLASSEN = ("timeouts", "provider_fehler", "besondere_abschlussgruende", "leere_ausgaben")
GESCHEITERT = {
    ("v2", "demo-cassia"): (1, 1, 2, 1),
    ("bg1", "demo-cassia"): (1, 1, 0, 1),
}
RUNS = {"v2": 14, "bg1": 40, "v1": 4}

# Tasks with all criteria met and no Zitatabzug (v2): Aster lacks v2-03, v2-11 and v2-12; the others
# never have them all. Runs with the full value: the same for v2; right answers for bg1 and v1.
ALLE_KRITERIEN = {"demo-aster": 11, "demo-birke": 0, "demo-cassia": 0}
VOLL = {
    ("v2", "demo-aster"): 11,
    ("v2", "demo-birke"): 0,
    ("v2", "demo-cassia"): 0,
    ("bg1", "demo-aster"): 34,
    ("bg1", "demo-birke"): 27,
    ("bg1", "demo-cassia"): 21,
    ("v1", "demo-aster"): 3,
    ("v1", "demo-birke"): 1,
}

# E cut, N counts, D counts, still cut. Birke's v2-07 and bg1-gp-455 are cut early and mended by the
# Nachlauf; Cassia's v2-09 is cut at the granted limit, thinks less and is cut again.
BUDGET = {
    ("v2", "demo-birke"): (1, 1, 0, 0),
    ("v2", "demo-cassia"): (1, 0, 1, 1),
    ("bg1", "demo-birke"): (1, 1, 0, 0),
}

# Different Fundstellen per answer of v2 (one row each, pinpoint to Absatz), read off the answers:
# task → (echt, falsch zugeordnet, erfunden, nicht auffindbar, ungeprüft, abgelehnt, from the task).
# EU acts, the Haager Übereinkommen, § 44 EGGVG (newer than the packaged law) and New York law have
# no source in the sample: ungeprüft.
ZITATE_V2 = {
    "demo-aster": {
        "v2-01": (8, 0, 0, 0, 0, 0, 0),
        "v2-02": (7, 0, 0, 0, 0, 0, 0),
        "v2-03": (4, 0, 0, 0, 1, 0, 0),
        "v2-04": (3, 0, 0, 0, 1, 0, 0),
        "v2-05": (5, 0, 0, 0, 0, 0, 1),
        "v2-06": (8, 0, 0, 0, 0, 0, 0),  # § 520 Abs. 2 ZPO stands there twice
        "v2-07": (8, 0, 0, 0, 0, 0, 0),
        "v2-08": (7, 0, 0, 0, 0, 0, 0),
        "v2-09": (3, 0, 0, 0, 0, 1, 0),  # Chevron is named as overruled
        "v2-10": (5, 0, 0, 0, 0, 0, 1),
        "v2-11": (0, 0, 0, 0, 2, 0, 0),
        "v2-12": (1, 0, 0, 0, 5, 0, 0),
        "v2-13": (3, 0, 0, 0, 3, 0, 0),
        "v2-14": (2, 0, 0, 0, 4, 0, 0),
    },
    "demo-birke": {
        "v2-01": (5, 0, 0, 0, 0, 1, 0),  # § 4a KSchG is named as not existing
        "v2-02": (2, 0, 0, 1, 0, 0, 0),  # wrong date, the second source is silent
        "v2-03": (2, 0, 0, 0, 0, 0, 0),
        "v2-04": (2, 1, 0, 0, 1, 0, 0),  # wrong date, two sources say so
        "v2-05": (2, 0, 0, 0, 0, 0, 1),
        "v2-06": (4, 0, 0, 0, 0, 0, 0),
        "v2-07": (5, 0, 0, 0, 0, 0, 0),
        "v2-08": (4, 0, 0, 0, 1, 0, 0),
        "v2-09": (2, 1, 0, 0, 0, 0, 0),  # Skidmore under the address of another case
        "v2-10": (2, 0, 0, 0, 0, 0, 1),
        "v2-11": (0, 0, 0, 0, 1, 0, 0),
        "v2-12": (0, 0, 0, 0, 3, 0, 0),
        "v2-13": (3, 0, 0, 0, 1, 0, 0),
        "v2-14": (0, 0, 0, 1, 4, 0, 0),
    },
    "demo-cassia": {
        "v2-01": (3, 0, 0, 1, 0, 0, 0),
        "v2-02": (2, 0, 0, 1, 0, 0, 0),
        "v2-04": (1, 1, 0, 0, 1, 0, 0),
        "v2-05": (0, 0, 3, 0, 0, 0, 1),  # § 126d BGB, the ECLI added, the BAG's judgment
        "v2-06": (3, 0, 0, 1, 0, 0, 0),
        "v2-07": (1, 1, 0, 0, 0, 0, 0),
        "v2-10": (1, 0, 0, 1, 0, 0, 1),
        "v2-12": (1, 1, 0, 0, 0, 0, 0),
        "v2-14": (0, 0, 0, 1, 2, 0, 0),
    },
}
# bg1 and v1: norms counted in the answers; those of the prompt apart. Ungeprüft: two decisions of
# the BVerfG and Art. 6 EMRK, which no source of the sample knows. Nicht auffindbar: § 230a StGB,
# § 705 Abs. 9, § 823 Abs. 7 and § 2999 BGB: a Verdacht of the Normenbestand, no second source.
ZITATE_SUMME = {
    ("bg1", "demo-aster"): (51, 0, 0, 0, 2, 0, 15),
    ("bg1", "demo-birke"): (24, 0, 0, 0, 0, 0, 5),
    ("bg1", "demo-cassia"): (18, 0, 0, 4, 1, 0, 8),
    ("v1", "demo-aster"): (14, 0, 0, 0, 0, 0, 0),
    ("v1", "demo-birke"): (9, 0, 0, 0, 0, 0, 1),
}
ZITATFELDER = (
    "echt",
    "falsch_zugeordnet",
    "erfunden",
    "nicht_auffindbar",
    "ungeprueft",
    "abgelehnt",
    "aus_der_aufgabe",
)

# Prompt tokens and output tokens with thinking of the counting attempts, summed by hand over the
# answer files; a timeout or an error 503 reports none; cut at the limit means 64,000. The whole
# Teilnahme, secret tasks included, because its cost covers them.
TOKEN_ALLE = {
    ("v2", "demo-aster"): (3_424, 44_871),
    ("v2", "demo-birke"): (3_424, 13_738),
    ("v2", "demo-cassia"): (3_016, 65_965),
    ("bg1", "demo-aster"): (9_044, 41_176),
    ("bg1", "demo-birke"): (9_164, 17_307),
    ("bg1", "demo-cassia"): (8_848, 2_089),
    ("v1", "demo-aster"): (713, 3_459),
    ("v1", "demo-birke"): (713, 1_548),
}
# The same over the public tasks of v2, as the row shows them.
TOKEN_OEFFENTLICH = {
    "demo-aster": (2_598, 33_431),
    "demo-birke": (2_598, 10_544),
    "demo-cassia": (2_190, 65_354),
}
# Dollars per million tokens in and out, as the sample states them.
PREISE = {
    "demo-aster": (F(2), F(12)),
    "demo-birke": (F(1, 2), F(2)),
    "demo-cassia": (F(1, 10), F(2, 5)),
}
