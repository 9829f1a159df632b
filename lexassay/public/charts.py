"""Pure: no Django, no I/O. The geometry of the charts; every value is a string for an attribute.

Bars use percentages in attributes, so that they stretch without inline style; the scatter plot is
computed for two widths. Beside every chart stands a table with the same numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import log10

from lexassay.builds.auswertung import Zitatzahlen
from lexassay.public.formate import svg

SEGMENTE = (
    ("echt", "z-echt", 4, 3),
    ("falsch_zugeordnet", "m-falsch", 0, 11),
    ("erfunden", "z-erfunden", 0, 11),
    ("nicht_auffindbar", "m-nichtauf", 2, 7),
    ("ungeprueft", "m-ungeprueft", 2, 7),
)
"""Status, class or pattern, top and height: what costs points is tall, what is real is thin."""


@dataclass(frozen=True, slots=True)
class Segment:
    """One part of a citation bar; ``muster`` is a pattern id, else ``klasse`` fills it."""

    klasse: str
    muster: str
    x: int
    breite: int
    y: int
    hoehe: int


def citation_bar(zitate: Zitatzahlen) -> list[Segment]:
    """Return the parts of the bar in whole percent; nothing that exists is drawn as nothing."""
    gesamt = zitate.gesamt
    if not gesamt:
        return []
    werte = [getattr(zitate, name) for name, *_ in SEGMENTE]
    breiten = [max(round(100 * wert / gesamt), 1) if wert else 0 for wert in werte]
    breiten[breiten.index(max(breiten))] += 100 - sum(breiten)
    ergebnis, x = [], 0
    for (_, art, y, hoehe), breite in zip(SEGMENTE, breiten, strict=True):
        if breite:
            muster = art.startswith("m-")
            klasse = "" if muster else art
            ergebnis.append(Segment(klasse, art if muster else "", x, breite, y, hoehe))
        x += breite
    return ergebnis


@dataclass(frozen=True, slots=True)
class Block:
    """One criterion of the strip: x and width in percent, met or not."""

    x: str
    breite: str
    erfuellt: bool


def criteria_strip(kriterien: Sequence[tuple[int, bool]]) -> list[Block]:
    """Return the strip of (weight, met): width is weight, gaps of 1.6 percent."""
    gesamt = sum(gewicht for gewicht, _ in kriterien)
    if not gesamt:
        return []
    luecke = Fraction(16, 10)
    nutzbar = 100 - luecke * (len(kriterien) - 1)
    ergebnis, x = [], Fraction(0)
    for gewicht, erfuellt in kriterien:
        breite = nutzbar * gewicht / gesamt
        ergebnis.append(Block(svg(x), svg(breite), erfuellt))
        x += breite + luecke
    return ergebnis


@dataclass(frozen=True, slots=True, kw_only=True)
class Punkt:
    """One row of the scatter plot: cost in micro-euros (None: local), score and interval."""

    name: str
    familie: str
    euro: Fraction | None
    lokal: bool
    score: int
    unten: int
    oben: int
    geschaetzt: bool


@dataclass(frozen=True, slots=True)
class Marke:
    """A drawn point with its whisker and, where there is room, its name."""

    cx: str
    cy: str
    y1: str
    y2: str
    klasse: str
    r: str
    name: str
    tx: str
    ty: str
    anker: str
    namensklasse: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Streubild:
    """The whole plot in one width."""

    breite: int
    hoehe: int
    links: int
    rechts: int
    oben: int
    boden: int
    band: tuple[int, int] | None
    waagerechte: tuple[tuple[str, str], ...]
    senkrechte: tuple[tuple[str, str], ...]
    familien: tuple[str, ...]
    grenze: str
    marken: tuple[Marke, ...]
    beste: tuple[Punkt, ...]


TEILSTRICHE = (1, 2, 5)
ZEICHENBREITE = 6.6


def frontier(punkte: Sequence[Punkt]) -> list[Punkt]:
    """Return the rows that no cheaper or equally dear row reaches or beats, by rising cost."""
    beste: list[Punkt] = []
    bezahlt = [p for p in punkte if p.euro is not None and not p.lokal]
    for punkt in sorted(bezahlt, key=lambda p: (p.euro, -p.score, p.name)):
        if not beste or punkt.score > beste[-1].score:
            beste.append(punkt)
    return beste


def scatter(punkte: Sequence[Punkt], *, breite: int, hoehe: int, schmal: bool) -> Streubild | None:
    """Return cost against score; None if fewer than two rows have a known cost."""
    bezahlt = [p.euro for p in punkte if p.euro is not None and not p.lokal and p.euro > 0]
    if len(bezahlt) < 2:
        return None
    lokale = [p for p in punkte if p.lokal]
    links, rechts, oben, boden = (26, breite - 10, 28, hoehe - 56)
    band = (links, links + (52 if schmal else 104)) if lokale else None
    start = (band[1] + 20) if band else links + 24
    kleinste, groesste = _decades(float(min(bezahlt)) / 10**6, float(max(bezahlt)) / 10**6)
    spanne = groesste - kleinste

    def x_of(punkt: Punkt) -> float:
        if punkt.lokal or not punkt.euro:
            return links + (26 if schmal else 52)
        anteil = (log10(float(punkt.euro) / 10**6) - kleinste) / spanne
        return start + 8 + anteil * (rechts - start - 48)

    def y_of(score: int) -> float:
        return boden - (boden - oben) * score / 100

    gezeigt = [p for p in punkte if p.lokal or p.euro]
    beste = frontier(gezeigt)
    orte = {id(p): (x_of(p), y_of(p.score)) for p in gezeigt}
    grenze = _steps([orte[id(p)] for p in beste], rechts)
    return Streubild(
        breite=breite,
        hoehe=hoehe,
        links=links,
        rechts=rechts,
        oben=oben,
        boden=boden,
        band=band,
        waagerechte=tuple((svg(y_of(w)), str(w)) for w in range(0, 101, 20)),
        senkrechte=_ticks(kleinste, spanne, start + 8, rechts - start - 48, schmal=schmal),
        familien=() if schmal else _families(gezeigt, orte),
        grenze=grenze,
        marken=tuple(_labelled(gezeigt, orte, beste, y_of, (links, rechts), schmal=schmal)),
        beste=tuple(beste),
    )


def _decades(kleinste: float, groesste: float) -> tuple[float, float]:
    """Return the logarithms of the ticks (1, 2, 5) that enclose two amounts."""
    striche = [log10(ziffer) + exponent for exponent in range(-6, 7) for ziffer in TEILSTRICHE]
    unten = max((s for s in striche if s <= log10(kleinste)), default=log10(kleinste))
    oben = min((s for s in striche if s >= log10(groesste)), default=log10(groesste))
    return unten, max(oben, unten + 0.3)


def _steps(orte: Sequence[tuple[float, float]], rechts: int) -> str:
    if not orte:
        return ""
    teile = [f"M{svg(orte[0][0])} {svg(orte[0][1])}"]
    teile += [f"H{svg(x)}V{svg(y)}" for x, y in orte[1:]]
    return "".join(teile) + f"H{rechts}"


def _ticks(
    kleinste: float, spanne: float, start: float, weite: float, *, schmal: bool
) -> tuple[tuple[str, str], ...]:
    striche: list[tuple[str, str]] = []
    letzter = -1e9
    for exponent in range(-5, 6):
        for ziffer in TEILSTRICHE:
            lage = start + (log10(ziffer) + exponent - kleinste) / spanne * weite
            if start - 10 <= lage <= start + weite + 10 and lage - letzter > (58 if schmal else 70):
                striche.append((svg(lage), _tick_label(ziffer, exponent)))
                letzter = lage
    return tuple(striche)


def _tick_label(ziffer: int, exponent: int) -> str:
    if exponent >= 0:
        return f"{ziffer * 10**exponent:,}".replace(",", ".") + "\u00a0€"
    stellen = max(-exponent, 2)
    return f"0,{ziffer * 10 ** (stellen + exponent):0{stellen}d}\u00a0€"


def _families(punkte: Sequence[Punkt], orte: dict[int, tuple[float, float]]) -> tuple[str, ...]:
    je: dict[str, list[tuple[float, float]]] = {}
    for punkt in punkte:
        je.setdefault(punkt.familie, []).append(orte[id(punkt)])
    return tuple(
        " ".join(f"{svg(x)},{svg(y)}" for x, y in sorted(linie))
        for linie in je.values()
        if len(linie) > 1
    )


Ort = tuple[float, float]
Kasten = tuple[float, float, float, float]
Platz = tuple[float, float, str, Kasten]
VORN = ((-9, -9, "end"), (9, -9, "start"), (9, 17, "start"), (-10, 4.5, "end"))
"""Where the name of a row on the frontier may stand: never on the line that leaves it."""
SONST = ((10, 4.5, "start"), (-10, 4.5, "end"), (9, 17, "start"), (9, -9, "start"))


def _labelled(
    punkte: Sequence[Punkt],
    orte: Mapping[int, Ort],
    beste: Sequence[Punkt],
    y_of: Callable[[int], float],
    grenzen: tuple[int, int],
    *,
    schmal: bool,
) -> Iterator[Marke]:
    """Place names greedily, best rows first, where they hide no point and no other name."""
    belegt: list[Kasten] = [(x - 7, y - 7, x + 7, y + 7) for x, y in orte.values()]
    auf_grenze = {id(p) for p in beste}
    for punkt in sorted(punkte, key=lambda p: (id(p) not in auf_grenze, -p.score, p.name)):
        x, y = orte[id(punkt)]
        vorn = id(punkt) in auf_grenze
        platz = None
        if vorn or not schmal:
            platz = _free_place(punkt.name, x, y, VORN if vorn else SONST, belegt, grenzen)
        if platz:
            belegt.append(platz[3])
        yield Marke(
            cx=svg(x),
            cy=svg(y),
            y1=svg(y_of(punkt.unten)),
            y2=svg(y_of(punkt.oben)),
            klasse=_point_class(punkt, vorn=vorn),
            r="5.5" if vorn else "5",
            name=punkt.name if platz else "",
            tx=svg(platz[0]) if platz else "",
            ty=svg(platz[1]) if platz else "",
            anker=platz[2] if platz else "",
            namensklasse="punktname punktname--grenze" if vorn else "punktname",
        )


def _point_class(punkt: Punkt, *, vorn: bool) -> str:
    klassen = ["punkt"]
    klassen += ["punkt--geschaetzt"] if punkt.geschaetzt and not punkt.lokal else []
    klassen += ["punkt--grenze"] if vorn else []
    return " ".join(klassen)


def _free_place(
    name: str,
    x: float,
    y: float,
    plaetze: Sequence[tuple[float, float, str]],
    belegt: Sequence[Kasten],
    grenzen: tuple[int, int],
) -> Platz | None:
    breite = len(name) * ZEICHENBREITE
    for dx, dy, anker in plaetze:
        tx, ty = x + dx, y + dy
        links = tx - breite if anker == "end" else tx
        kasten = (links, ty - 11, links + breite, ty + 3)
        if kasten[0] < grenzen[0] or kasten[2] > grenzen[1]:
            continue
        if not any(_overlap(kasten, anderer) for anderer in belegt):
            return tx, ty, anker, kasten
    return None


def _overlap(a: Kasten, b: Kasten) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
