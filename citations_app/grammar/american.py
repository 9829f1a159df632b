"""Pure: no Django, no I/O.

US cases. eyecite finds the reporters; the rest is ours: names that it cuts or stretches, parallel
citations as one case, and "Id.", short and supra forms counted as their full citation.
"""

import re
from typing import NamedTuple

from citations_app.grammar.american_eyecite import Roh, Rohart, lies_roh
from citations_app.grammar.american_names import NAME, schneide_zu
from citations_app.grammar.quelle import Belegt, Quelle
from citations_app.grammar.types import Fundstelle, Rechtsordnung, UsFall, UsNorm, Zitatart


class Fall(NamedTuple):
    """One case as read: normalised span, reporter citations, name, year, court, pinpoint."""

    start: int
    end: int
    fundstellen: tuple[str, ...]
    name: str
    jahr: str
    gericht: str
    pin: str


_ZWISCHEN_PARALLELEN = re.compile(r"(?:, \d[\d -]{0,8})?, ")
_DANACH = re.compile(
    r"(?P<pin>(?:, (?:at )?\*{0,2}\d{1,6}(?:-\d{1,6})?(?: n\.\d{1,3})?(?![\w.]| [A-Z])){0,4})"
    r"(?: \((?P<klammer>[^()]{0,80})\))?"
)
"""What closes a case: pinpoints and the parenthesis with court and year."""
_JAHR = re.compile(
    r"(?P<gericht>.*?)(?:,? ?[A-Z][a-z]{2,8}\.? \d{1,2},)? ?(?P<jahr>(?:1[6-9]|20)\d\d)"
)
_FENSTER = 200
_NAMENSSUCHE = 100
"""So many cases back a supra form is looked for by name."""


def finde_us_faelle(quelle: Quelle, belegt: Belegt) -> list[tuple[tuple[int, int], Fundstelle]]:
    """Return US cases, and laws and articles that eyecite alone knows, with normalised spans."""
    roh = [z for z in lies_roh(quelle.text) if belegt.frei(z.start, z.end)]
    return _Leser(quelle).lies(roh) if roh else []


class _Leser:
    """Turns eyecite's list into citations, binding short forms to their full citation."""

    def __init__(self, quelle: Quelle) -> None:
        self.quelle, self.text = quelle, quelle.text
        self.ergebnis: list[tuple[tuple[int, int], Fundstelle]] = []
        self.faelle: list[Fall] = []
        self.nach_band: dict[str, Fall] = {}
        self.letzter: Fall | None = None

    def lies(self, zitate: list[Roh]) -> list[tuple[tuple[int, int], Fundstelle]]:
        index = 0
        while index < len(zitate):
            zitat = zitate[index]
            index += 1
            if zitat.art is not Rohart.VOLL:
                self._anderes(zitat)
                continue
            parallele = [zitat]
            while index < len(zitate) and self._parallel(parallele[-1], zitate[index]):
                parallele.append(zitate[index])
                index += 1
            self._voll(parallele)
        return self.ergebnis

    def _parallel(self, voriges: Roh, zitat: Roh) -> bool:
        """Parallel citations follow each other with nothing but a comma or a pinpoint between."""
        if zitat.art is not Rohart.VOLL or zitat.start - voriges.end > 16:
            return False
        return _ZWISCHEN_PARALLELEN.fullmatch(self.text, voriges.end, zitat.start) is not None

    def _voll(self, zitate: list[Roh]) -> None:
        letztes = zitate[-1]
        name, start = self._name(zitate[0])
        danach = _DANACH.match(self.text, letztes.end)
        end, pin, jahr, gericht = letztes.end, letztes.pin, "", ""
        if danach is not None:
            end, pin = danach.end(), danach["pin"].strip(" ,") or pin
            angabe = _JAHR.fullmatch(danach["klammer"] or "")
            if angabe is not None:
                jahr, gericht = angabe["jahr"], angabe["gericht"].strip(" ,")
            elif danach["klammer"] is not None:
                end = danach.end("pin")
        if not gericht:
            kennungen = [zitat.gericht for zitat in zitate if zitat.gericht]
            gericht = "SCOTUS" if "scotus" in kennungen else "".join(kennungen[:1])
        fundstellen = tuple(zitat.fundstelle for zitat in zitate)
        fall = Fall(start, end, fundstellen, name, jahr, gericht, pin)
        self.faelle.append(fall)
        for zitat in zitate:
            self.nach_band[f"{zitat.band} {zitat.reporter}"] = fall
        self._nimm(fall, start, end, kurz=False)

    def _name(self, zitat: Roh) -> tuple[str, int]:
        """The case name before the volume, cut at signal words; eyecite's own guess as fallback."""
        fenster = max(0, zitat.start - _FENSTER)
        if self.faelle:
            fenster = max(fenster, min(self.faelle[-1].end, zitat.start))
        match = NAME.search(self.text, fenster, zitat.start)
        if match is not None:
            name = schneide_zu(match["name"])
            return name, match.start("name") + match["name"].rfind(name)
        name = schneide_zu(zitat.name)
        anfang = self.text.rfind(name, fenster, zitat.start) if name else -1
        return (name, anfang) if anfang >= 0 else ("", zitat.start)

    def _anderes(self, zitat: Roh) -> None:
        match zitat.art:
            case Rohart.KURZ:
                ziel = self.nach_band.get(f"{zitat.band} {zitat.reporter}") or self._unbekannt(
                    zitat
                )
                self._nimm(ziel, zitat.start, zitat.end, kurz=True)
            case Rohart.SUPRA:
                self._rueckverweis(self._nach_name(zitat.name), zitat)
            case Rohart.ID:
                self._rueckverweis(self.letzter, zitat)
            case Rohart.GESETZ:
                self._gesetz(zitat)
            case Rohart.AUFSATZ:
                norm = UsNorm(werk=zitat.reporter, titel=zitat.band, abschnitt=zitat.seite)
                schluessel = f"us:journal:{zitat.fundstelle}"
                self._lege_ab(zitat, Zitatart.US_AUFSATZ, schluessel, zitat.fundstelle, norm)

    def _rueckverweis(self, ziel: Fall | None, zitat: Roh) -> None:
        if ziel is not None:
            self._nimm(ziel, zitat.ganz_start, zitat.ganz_end, kurz=True)

    def _unbekannt(self, zitat: Roh) -> Fall:
        """A short form whose full citation stands nowhere: known by volume and page only."""
        stelle = f"{zitat.band} {zitat.reporter} at {zitat.seite}"
        return Fall(zitat.start, zitat.end, (stelle,), zitat.name, "", "", zitat.seite)

    def _nach_name(self, name: str) -> Fall | None:
        for fall in self.faelle[: -_NAMENSSUCHE - 1 : -1]:
            if name and name in fall.name:
                return fall
        return None

    def _gesetz(self, zitat: Roh) -> None:
        werk = f"{zitat.band} {zitat.reporter}".strip()
        norm = UsNorm(werk=zitat.reporter, titel=zitat.band, abschnitt=zitat.seite)
        anzeige = f"{werk} § {zitat.seite}"
        art = Zitatart.US_LANDESRECHT
        self._lege_ab(zitat, art, f"us:state:{werk}:{zitat.seite}", anzeige, norm)

    def _lege_ab(
        self, zitat: Roh, art: Zitatart, schluessel: str, anzeige: str, norm: UsNorm
    ) -> None:
        self._merke(zitat.start, zitat.end, art, schluessel, anzeige, norm, kurz=False)

    def _nimm(self, fall: Fall, start: int, end: int, *, kurz: bool) -> None:
        self.letzter = fall
        erste = fall.fundstellen[0]
        teile = UsFall(
            name=fall.name,
            fundstellen=fall.fundstellen,
            jahr=fall.jahr,
            gericht=fall.gericht,
            pin=fall.pin,
            abfrage=not any(offen in erste for offen in ("___", " WL ", "LEXIS")),
        )
        anzeige = f"{fall.name}, {erste}" if fall.name else erste
        schluessel = f"us:case:{erste}:{fall.name}" if "___" in erste else f"us:case:{erste}"
        self._merke(start, end, Zitatart.US_FALL, schluessel, anzeige, teile, kurz=kurz)

    def _merke(
        self,
        start: int,
        end: int,
        art: Zitatart,
        schluessel: str,
        anzeige: str,
        teile: UsFall | UsNorm,
        *,
        kurz: bool,
    ) -> None:
        von, bis, wortlaut = self.quelle.spanne(start, end)
        fundstelle = Fundstelle(
            start=von,
            end=bis,
            text=wortlaut,
            rechtsordnung=Rechtsordnung.US,
            art=art,
            schluessel=schluessel,
            abzugsschluessel=schluessel,
            anzeige=anzeige,
            teile=teile,
            kurzform=kurz,
        )
        self.ergebnis.append(((start, end), fundstelle))
