"""Pure: no Django, no I/O.

Where a US citation may stand. eyecite is slow and reads German abbreviations as reporters, so it
sees an English text around its digits, and any other text only around a volume, a reporter that
exists and a page.
"""

import re
from functools import lru_cache

from citations_app.grammar.norm_tokens import FELD_ZUM_WORT

_WORT = r"[A-Za-z0-9'’.&/-]{0,20}+"
_KANDIDAT = re.compile(
    rf"[0-9] (?!A(?:bs|rt)|Nr|S\.? ?\d|Satz|R[nzd])(?P<reporter>[A-Z]{_WORT}"
    rf"(?: (?:(?:[A-Z&]|\((?=[A-Za-z])){_WORT}\)?|\d(?:d|th)\.?(?!\w)|of|and|the|for|on)){{0,8}}+)"
    r"(?: \(\d{1,2} [A-Z][a-z]{2,9}\.?\))?,? (?:at )?(?:\d{1,6}+(?! ?[/.] ?\d)|_{2})"
)
"""Volume, reporter, page; starts with the last digit of the volume so that search skips fast."""
_ZIFFER = re.compile("[0-9_]")
_KURZFORMEN = ("Id.", " id.", "supra", "Ibid.", " ibid.")
_PROBE = 50_000
"""The language of a text shows in its first characters."""
_DAVOR, _DANACH = 260, 320

DEUTSCH = frozenset(
    [wort.rstrip(".") for wort in FELD_ZUM_WORT]
    + ["Art", "Rn", "Rdnr", "RdNr", "Rdn", "Rz", "Tz", "Kap", "Anm", "Bd", "Seite", "Az", "EUR"]
    + ["Euro", "Uhr", "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August"]
    + ["September", "Oktober", "November", "Dezember", "I", "II", "III", "IV", "V", "VI"]
    + ["Abb", "Bsp", "Tab", "Fig", "Blatt", "Bl", "Aufl", "Abschn", "Klasse"]
)
"""Words that eyecite takes for reporters in German text."""


def ist_englisch(text: str) -> bool:
    """Return whether English articles outnumber German ones.

    >>> ist_englisch("In the court of the state"), ist_englisch("Der Satz und the word der Frau")
    (True, False)
    """
    probe = text[:_PROBE]
    englisch = probe.count(" the ")
    return englisch > 0 and englisch > probe.count(" der ") + probe.count(" die ")


def fenster(text: str) -> list[tuple[int, int]]:
    """Return the stretches that eyecite has to see, in order, merged where they touch."""
    if ist_englisch(text):
        return _verbinde([match.start() for match in _ZIFFER.finditer(text)])
    stellen = [match.start() for match in _KANDIDAT.finditer(text) if _ist_reporter(match)]
    if not stellen:
        return []
    for kurz in _KURZFORMEN:
        if kurz in text:
            stellen += [match.start() for match in re.finditer(re.escape(kurz), text)]
    return _verbinde(sorted(stellen))


def _verbinde(stellen: list[int]) -> list[tuple[int, int]]:
    fenster: list[tuple[int, int]] = []
    for stelle in stellen:
        start, end = max(0, stelle - _DAVOR), stelle + _DANACH
        if fenster and start <= fenster[-1][1]:
            fenster[-1] = (fenster[-1][0], end)
        else:
            fenster.append((start, end))
    return fenster


def _ist_reporter(match: re.Match[str]) -> bool:
    """Whether the reporter exists and holds no German word."""
    reporter = match["reporter"]
    woerter = {wort.rstrip(".") for wort in reporter.split(" ")}
    return not woerter & DEUTSCH and _glatt(reporter) in _bekannte()


def _glatt(reporter: str) -> str:
    ohne_klammer = reporter.partition(" (")[0]
    return ohne_klammer.replace(" ", "").replace("’", "'").rstrip(".,")


@lru_cache(maxsize=1)
def _bekannte() -> frozenset[str]:
    """Return every reporter and journal that eyecite knows, spaces left out; empty without it."""
    try:
        from reporters_db import EDITIONS, JOURNALS, LAWS, VARIATIONS_ONLY
    except ImportError:
        return frozenset()
    namen = {*EDITIONS, *VARIATIONS_ONLY, *JOURNALS, *LAWS}
    for fassungen in [*JOURNALS.values(), *LAWS.values()]:
        for fassung in fassungen:
            namen |= set(fassung.get("variations", []))
    return frozenset(_glatt(name) for name in namen)
