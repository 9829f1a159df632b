"""Pure: no Django, no I/O.

Reads one chain of German norms: heads, numbers, pinpoints, lists, ranges, connectives, law names.
A law name at the end governs every item back to the previous law name.
"""

import re

from citations_app.grammar import laws
from citations_app.grammar.norm_item import Glied, Kette
from citations_app.grammar.norm_lists import Listen
from citations_app.grammar.norm_tokens import ALTE_FASSUNG, BINDUNG_MUSTER, KOMMENTAR, TOKEN
from citations_app.grammar.types import Rechtsordnung

_BEIGESTELLT = re.compile(r" ?(?:\(|- )([A-ZÄÖÜ][\wÄÖÜäöü-]{1,20}(?: [IVX]{1,4})?)(?:\)| -)")


_EINFACH = re.compile(
    r"(?P<kopf>§|Art\.?) ?(?P<nr>\d{1,4}[a-eg-z]?)"
    r"(?: (?:Abs\.?|Absatz) ?(?P<absatz>\d{1,2}[a-z]?))?"
    r"(?: (?:S\.?|Satz) ?(?P<satz>\d{1,2}))?(?: Nr\.? ?(?P<nummer>\d{1,3}[a-z]?))? "
    r"(?P<gesetz>[A-ZÄÖÜ][A-Za-zÄÖÜäöüß]{1,14}(?:(?<=SGB) [IVX]{1,4}(?!\w))?)(?![\w/&-]|\.\w)"
)
"""The most frequent shape in one match: "§ 823 Abs. 1 Satz 1 Nr. 2 BGB"."""


def lies_kette(text: str, start: int, kopf: str) -> Kette:
    """Read the chain whose head `kopf` ("§", "§§", "Art.") starts at `start`."""
    einfach = lies_einfach(text, start)
    if einfach is not None:
        return einfach
    leser = Leser(text)
    if leser.kopf(start, start + len(kopf), kopf):
        leser.lies()
    return leser.abschluss(start)


def lies_einfach(text: str, start: int) -> Kette | None:
    """Read one norm of the simplest shape; None where the full reader has to decide.

    It reads nothing that the full reader would read otherwise: a known law follows, and after it
    neither a version nor a connective with a further item.
    """
    match = _EINFACH.match(text, start)
    if match is None:
        return None
    gesetz = laws.tabelle().kuerzel.get(match["gesetz"])
    if gesetz is None or _geht_weiter(text, match.end()):
        return None
    kopf, nr, absatz, satz, nummer, _ = match.groups()
    glied = Glied(start, match.end(), "§" if kopf == "§" else "Art.", nr)
    glied.absatz, glied.gesetz = absatz or "", gesetz
    glied.satz = (satz,) if satz else ()
    glied.nummern = (nummer,) if nummer else ()
    return Kette([glied], match.end())


def _geht_weiter(text: str, end: int) -> bool:
    """Whether what follows a law could be a version, a longer name or a further item."""
    danach = text[end : end + 2]
    if danach[:1] == " " and not (danach[1:].islower() and danach[1:] not in "ani"):
        return True
    if danach[:1] not in (" ", ",", ";", "/"):
        return danach[:1] == "("
    bindung = BINDUNG_MUSTER.match(text, end)
    return bindung is not None and TOKEN.match(text, bindung.end()) is not None


class Leser(Listen):
    """Reads a whole chain."""

    def lies(self) -> None:
        while self.pos < len(self.text):
            token = None if self.nach_gesetz else TOKEN.match(self.text, self.pos)
            if token is not None and self._direkt(token):
                continue
            if not self.nach_gesetz and self._gesetz():
                continue
            if not self._bindung():
                return

    def _gesetz(self) -> bool:
        pos = self.pos
        while pos < self.pos + 3 and self.text[pos : pos + 1] == " ":
            pos += 1
        treffer = laws.erkenne(self.text, pos)
        cur = self.cur
        if treffer is None:
            return False
        gesetz, end = self._beigestellt(treffer.gesetz, treffer.end)
        alt, fassung, end = self._fassung(end, treffer.jahr)
        self._mehrzahl()
        for glied in self.glieder[self.offen_ab :]:
            glied.gesetz, glied.alt, glied.fassung = gesetz, alt, fassung
        self.offen_ab = len(self.glieder)
        self.gesetz, self.nach_gesetz = gesetz, True
        cur.end = self.pos = end
        return True

    def _mehrzahl(self) -> None:
        """ "§§ 5 Abs. 1, 3 BGB": "§§" demands a second section, so the last number is one."""
        cur = self.cur
        if not cur.bare or not self.plural:
            return
        gruppe = self.glieder[max(self.offen_ab, len(self.glieder) - 8) :]
        if len({(glied.nummer, glied.bis) for glied in gruppe}) == 1 and not cur.bis:
            cur.nummer, cur.absatz = cur.absatz, ""

    def _beigestellt(self, gesetz: laws.Gesetz, end: int) -> tuple[laws.Gesetz, int]:
        """ "der Finanzgerichtsordnung (FGO)": the short form in brackets belongs to the name."""
        if self.text[end : end + 1] not in (" ", "("):
            return gesetz, end
        match = _BEIGESTELLT.match(self.text, end)
        if match is None:
            return gesetz, end
        kurz = laws.tabelle().kuerzel.get(match[1])
        if kurz is None:
            return gesetz, end
        return (gesetz if gesetz.slug or gesetz.celex else kurz), match.end()

    def _fassung(self, end: int, jahr: str) -> tuple[bool, str, int]:
        anfang = self.text[end + 1 : end + 2]
        match = ALTE_FASSUNG.match(self.text, end) if anfang and anfang in "ani(" else None
        if match is None:
            return bool(jahr), jahr, end
        if match["neu"]:
            return False, "n.F.", match.end()
        return True, jahr or "a.F.", match.end()

    def abschluss(self, start: int) -> Kette:
        """Give law-less items the law named before them; without one they are no citation."""
        rest = self.glieder[self.offen_ab :]
        end = max(self.pos, start + 1)
        if rest:
            gesetz = self.gesetz or self._voran(start)
            if gesetz is None or KOMMENTAR.match(self.text, self.pos):
                return self._kette(self.glieder[: self.offen_ab], end)
            for glied in rest:
                glied.gesetz = gesetz
            if self.gesetz is None:
                rest[0].start = self.text.rindex(self._wort_davor, 0, start)
        return self._kette(self.glieder, end)

    def _kette(self, glieder: list[Glied], end: int) -> Kette:
        """English style ("Article 5 GDPR", "Section 823 BGB") counts with a known law only."""
        if not self.englisch:
            return Kette(glieder, end)
        return Kette([g for g in glieder if g.gesetz and _bekannt(g.gesetz)], end)

    def _voran(self, start: int) -> laws.Gesetz | None:
        """ "BGB § 823": a known abbreviation right before the head."""
        davor = self.text[max(0, start - 14) : start].rstrip()
        wort = davor.rpartition(" ")[2].lstrip("(„\"'")
        self._wort_davor = wort
        return laws.tabelle().kuerzel.get(wort) if wort else None


def _bekannt(gesetz: laws.Gesetz) -> bool:
    return bool(gesetz.slug) or gesetz.ordnung is Rechtsordnung.EU
