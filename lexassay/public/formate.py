"""Pure: no Django, no I/O. Numbers, dates, times and money as a German reader expects them.

Every number on a page passes through here; every rounding is ``round_half_up``. ``None`` is
unknown and becomes „–“, never 0.
"""

from __future__ import annotations

import datetime as dt
from fractions import Fraction
from zoneinfo import ZoneInfo

from lexassay.protokoll.exakt import round_half_up

NBSP = "\u00a0"
MINUS = "−"
UNBEKANNT = "–"
BERLIN = ZoneInfo("Europe/Berlin")
WOERTER = (
    *("null", "eins", "zwei", "drei", "vier", "fünf", "sechs"),
    *("sieben", "acht", "neun", "zehn", "elf", "zwölf"),
)


def zahl(wert: Fraction | int | None, stellen: int = 0) -> str:
    """Return a number with German separators.

    >>> zahl(12345), zahl(Fraction(-5, 2), 1), zahl(Fraction(1, 200), 2), zahl(None)
    ('12.345', '−2,5', '0,01', '–')
    """
    if wert is None:
        return UNBEKANNT
    gerundet = round_half_up(wert, stellen)
    betrag = abs(gerundet)
    ganz = betrag.numerator // betrag.denominator
    text = f"{ganz:,}".replace(",", ".")
    if stellen:
        rest = (betrag - ganz) * 10**stellen
        text += f",{int(rest):0{stellen}d}"
    return (MINUS if gerundet < 0 else "") + text


def vorzeichen(wert: Fraction | int, stellen: int = 0) -> str:
    """Return a change with its sign.

    >>> vorzeichen(3), vorzeichen(-3), vorzeichen(0)
    ('+3', '−3', '±0')
    """
    gerundet = round_half_up(wert, stellen)
    return ("+" if gerundet > 0 else "±" if gerundet == 0 else "") + zahl(wert, stellen)


def prozent(anteil: Fraction | None, stellen: int = 1) -> str:
    """Return a share as percent, one decimal.

    >>> prozent(Fraction(1, 24))
    '4,2\\xa0%'
    """
    return UNBEKANNT if anteil is None else zahl(anteil * 100, stellen) + NBSP + "%"


def hundert(punkte: Fraction | None) -> int | None:
    """Return points of a task (maximum 1) as an integer of 100; None stays None.

    >>> hundert(Fraction(1, 3)), hundert(Fraction(9, 20))
    (33, 45)
    """
    return None if punkte is None else int(round_half_up(punkte * 100))


def hundertstel(punkte: Fraction | None) -> str:
    """Return points of a task of 100 exactly where they are whole, else with two decimals.

    >>> hundertstel(Fraction(-1, 4)), hundertstel(Fraction(1, 3)), hundertstel(Fraction(1, 8))
    ('−25', '33,33', '12,50')
    """
    if punkte is None:
        return UNBEKANNT
    return zahl(punkte * 100, 0 if (punkte * 100).denominator == 1 else 2)


def bruch(wert: Fraction | None) -> str:
    """Return an exact value as a fraction.

    >>> bruch(Fraction(9, 20)), bruch(Fraction(2))
    ('9/20', '2')
    """
    return UNBEKANNT if wert is None else str(wert)


def datum(tag: dt.date | None) -> str:
    """Return a date as TT.MM.JJJJ.

    >>> datum(dt.date(2026, 1, 9))
    '09.01.2026'
    """
    return UNBEKANNT if tag is None else f"{tag.day:02d}.{tag.month:02d}.{tag.year:04d}"


def zeitpunkt(moment: dt.datetime) -> str:
    """Return a moment in German legal time.

    >>> zeitpunkt(dt.datetime(2026, 11, 12, 6, 13, tzinfo=dt.UTC))
    '12.11.2026, 07:13\\xa0Uhr'
    """
    lokal = moment.astimezone(BERLIN)
    return f"{datum(lokal.date())}, {lokal.hour:02d}:{lokal.minute:02d}{NBSP}Uhr"


def dauer(millisekunden: Fraction | int | None) -> str:
    """Return a duration: below 1 s in ms, below 10 s with one decimal, else whole seconds.

    >>> dauer(3400), dauer(Fraction(42499, 1)), dauer(34), dauer(None)
    ('3,4\\xa0s', '42\\xa0s', '34\\xa0ms', '–')
    """
    if millisekunden is None:
        return UNBEKANNT
    if millisekunden < 1000:
        return zahl(millisekunden) + NBSP + "ms"
    sekunden = Fraction(millisekunden) / 1000
    return zahl(sekunden, 1 if sekunden < 10 else 0) + NBSP + "s"


def euro(mikro: int | Fraction | None) -> str:
    """Return micro-euros as an amount (R-8.1).

    >>> euro(7_050_000), euro(4_999), euro(5_000), euro(0), euro(None)
    ('7,05\\xa0€', '<\\xa00,01\\xa0€', '0,01\\xa0€', '0,00\\xa0€', '–')
    """
    if mikro is None:
        return UNBEKANNT
    betrag = Fraction(mikro, 1_000_000)
    if 0 < betrag < Fraction(5, 1000):
        return f"<{NBSP}0,01{NBSP}€"
    return zahl(betrag, 2) + NBSP + "€"


def euro_kurs(mikro: int) -> str:
    """Return an exchange rate of micro-euros per dollar with four decimals.

    >>> euro_kurs(920_000)
    '0,9200'
    """
    return zahl(Fraction(mikro, 1_000_000), 4)


def dateigroesse(laenge: int) -> str:
    """Return a length in bytes as a reader expects it.

    >>> dateigroesse(900), dateigroesse(14_200), dateigroesse(2_100_000)
    ('900\\xa0Byte', '14\\xa0kB', '2,1\\xa0MB')
    """
    if laenge < 1000:
        return f"{laenge}{NBSP}Byte"
    if laenge < 1_000_000:
        return zahl(Fraction(laenge, 1000)) + NBSP + "kB"
    return zahl(Fraction(laenge, 1_000_000), 1) + NBSP + "MB"


def pruefsumme(summe: str) -> str:
    """Return a checksum in groups of eight, so that it can be compared by eye.

    >>> pruefsumme("0123456789abcdef")
    '01234567 89abcdef'
    """
    return " ".join(summe[i : i + 8] for i in range(0, len(summe), 8))


def anzahl(wert: int, einzahl: str, mehrzahl: str) -> str:
    """Return a count with its noun.

    >>> anzahl(1, "Aufgabe", "Aufgaben"), anzahl(1200, "Aufgabe", "Aufgaben")
    ('1 Aufgabe', '1.200 Aufgaben')
    """
    return f"{zahl(wert)} {einzahl if wert == 1 else mehrzahl}"


def zahlwort(wert: int) -> str:
    """Return a number up to twelve as a word, as German prose writes it.

    >>> zahlwort(6), zahlwort(40)
    ('sechs', '40')
    """
    return WOERTER[wert] if 0 <= wert < len(WOERTER) else zahl(wert)


def svg(wert: Fraction | int | float) -> str:
    """Return a number for an SVG attribute: a dot, at most two decimals, no trailing zero.

    >>> svg(Fraction(1555, 100)), svg(30), svg(0.5)
    ('15.55', '30', '0.5')
    """
    text = f"{float(round_half_up(Fraction(wert), 2)):.2f}"
    return text.rstrip("0").rstrip(".")
