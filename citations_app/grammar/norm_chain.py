"""Pure: no Django, no I/O.

Reads one chain of German norms: heads, numbers, pinpoints, lists, ranges, connectives, law names.
A law name at the end governs every item back to the previous law name.
"""

import re
from typing import NamedTuple

from citations_app.grammar import laws
from citations_app.grammar.norm_tokens import (
    ALTE_FASSUNG,
    BINDUNG_MUSTER,
    BUCHSTABE_MUSTER,
    KOMMENTAR,
    NUMMER_MUSTER,
    TOKEN,
    arabisch,
    art_der_einheit,
)

_ORDINAL = {"erst": "1", "zwei": "2", "drit": "3", "vier": "4", "letz": "letzter"}
_BEIGESTELLT = re.compile(r" ?(?:\(|- )([A-ZÄÖÜ][\wÄÖÜäöü-]{1,20}(?: [IVX]{1,4})?)(?:\)| -)")
_SPRUNG = 15
"""A number this much above the last Absatz or Nummer is a section: "§§ 437 Nr. 2, 323 BGB"."""


class Glied:
    """One item of a chain while it is being read; becomes one `Norm`."""

    __slots__ = (
        "absatz",
        "absatz_bis",
        "alt",
        "alternative",
        "artikel",
        "bare",
        "bis",
        "buchstabe",
        "einheit",
        "end",
        "fassung",
        "gesetz",
        "halbsatz",
        "nummer",
        "nummern",
        "offen",
        "satz",
        "start",
        "unterabsatz",
    )

    def __init__(self, start: int, end: int, einheit: str, nummer: str, artikel: str = "") -> None:
        self.start, self.end = start, end
        self.einheit, self.nummer, self.artikel = einheit, nummer, artikel
        self.bis = self.offen = self.absatz = self.absatz_bis = self.fassung = ""
        self.unterabsatz: list[str] = []
        self.satz: list[str] = []
        self.halbsatz: list[str] = []
        self.nummern: list[str] = []
        self.buchstabe: list[str] = []
        self.alternative: list[str] = []
        self.gesetz: laws.Gesetz | None = None
        self.alt = self.bare = False


class Kette(NamedTuple):
    """The items of a chain that have a law, and where reading stopped."""

    glieder: list[Glied]
    end: int


def lies_kette(text: str, start: int, kopf: str) -> Kette:
    """Read the chain whose head `kopf` ("§", "§§", "Art.") starts at `start`."""
    leser = _Leser(text)
    if leser.kopf(start, start + len(kopf), kopf):
        leser.lies()
    return leser.abschluss(start)


class _Leser:
    """The state of reading one chain."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.glieder: list[Glied] = []
        self.cur: Glied | None = None
        self.plural = False
        self.ebene = ""
        self.roemisch = False
        self.offen_ab = 0
        self.pos = 0
        self.gesetz: laws.Gesetz | None = None
        self.nach_gesetz = False

    # -- heads and numbers ---------------------------------------------------------------------

    def kopf(self, start: int, end: int, wort: str) -> bool:
        """A head must be followed by a number; "Art. 229 § 6" makes the article a container."""
        match = NUMMER_MUSTER.match(self.text, end)
        if match is None:
            return False
        self.plural = wort in ("§§", "§§§") or wort.lower().startswith(("artt", "artikeln"))
        einheit = "Art." if wort[0] in "Aa" else "§"
        self._neu(start, match.end(), einheit, match[1])
        return True

    def _neu(self, start: int, end: int, einheit: str, nummer: str, artikel: str = "") -> None:
        nummer = nummer.replace(" ", "")
        self.cur = Glied(start, end, einheit, nummer, artikel)
        self.glieder.append(self.cur)
        self.ebene, self.roemisch, self.nach_gesetz = "nummer", False, False
        self.pos = end

    def _geschwister(self, start: int, end: int, absatz: str) -> None:
        """A further Absatz of the same section."""
        alt = self.cur
        assert alt is not None
        neu = Glied(start, end, alt.einheit, alt.nummer, alt.artikel)
        neu.absatz = absatz
        if self.nach_gesetz:
            neu.gesetz = alt.gesetz
            self.offen_ab = len(self.glieder) + 1
        self.glieder.append(neu)
        self.cur, self.pos, self.ebene = neu, end, "absatz"

    # -- the loop ------------------------------------------------------------------------------

    def lies(self) -> None:
        while self.pos < len(self.text):
            token = None if self.nach_gesetz else TOKEN.match(self.text, self.pos)
            if token is not None and self._direkt(token):
                continue
            if not self.nach_gesetz and self._gesetz():
                continue
            if not self._bindung():
                return

    def _direkt(self, token: re.Match[str]) -> bool:
        """A token right after the last one, without a connective."""
        cur = self.cur
        assert cur is not None
        match token.lastgroup:
            case "wert":
                return self._einheit(token, verbunden=False)
            case "ordnungseinheit":
                return self._ordnung(token)
            case "kopf":
                return self._unterkopf(token)
            case "roemisch" if self.ebene == "nummer" and not cur.absatz:
                cur.absatz, self.ebene, self.roemisch = arabisch(token["roemisch"]), "absatz", True
            case "zahl" if self.ebene == "absatz" and self.roemisch and not cur.satz:
                cur.satz.append(token["zahl"])
                self.ebene = "satz"
            case "klammerzahl":
                return self._klammerzahl(token)
            case "klammerbuchstabe" if self.ebene != "buchstabe" or cur.buchstabe:
                cur.buchstabe.append(token["klammerbuchstabe"])
                self.ebene = "buchstabe"
            case "offen":
                return self._offen(token)
            case "bis":
                return self._bis(token)
            case _:
                return False
        cur.end = self.pos = token.end()
        return True

    def _klammerzahl(self, token: re.Match[str]) -> bool:
        cur = self.cur
        assert cur is not None
        if not cur.absatz:
            cur.absatz, self.ebene = token["klammerzahl"], "absatz"
        elif self.ebene == "absatz":
            cur.nummern.append(token["klammerzahl"])
            self.ebene = "nummern"
        else:
            return False
        cur.end = self.pos = token.end()
        return True

    def _offen(self, token: re.Match[str]) -> bool:
        cur = self.cur
        assert cur is not None
        wort = token["offen"]
        # "§ 651 f BGB" is the old spelling of § 651f; "§ 812 f." and "§§ 812 f" mean what follows.
        if wort == "f" and self.ebene == "nummer" and not self.plural and cur.nummer.isdigit():
            cur.nummer += "f"
        else:
            cur.offen = wort.rstrip(".") + "."
        cur.end = self.pos = token.end()
        return True

    def _einheit(self, token: re.Match[str], *, verbunden: bool) -> bool:
        cur = self.cur
        assert cur is not None
        art, wert = art_der_einheit(token["einheit"]), token["wert"]
        if art == "absatz":
            wert = arabisch(wert)
            if cur.absatz or (verbunden and self.ebene != "nummer"):
                self._geschwister(token.start("einheit"), token.end(), wert)
                return True
            cur.absatz, self.roemisch = wert, False
        else:
            getattr(cur, art).append(wert)
        self.ebene = art
        cur.end = self.pos = token.end()
        return True

    def _ordnung(self, token: re.Match[str]) -> bool:
        cur = self.cur
        assert cur is not None
        wert = token["ordnung"].rstrip(".")
        wert = _ORDINAL.get(wert[:4], wert)
        art = art_der_einheit(token["ordnungseinheit"])
        if art == "absatz":
            cur.absatz = cur.absatz or wert
        else:
            getattr(cur, art).append(wert)
        self.ebene = art
        cur.end = self.pos = token.end()
        return True

    def _unterkopf(self, token: re.Match[str]) -> bool:
        """A head right after a number: only "Art. 229 § 6" is one citation."""
        cur = self.cur
        assert cur is not None
        if cur.einheit != "Art." or not token["kopf"].startswith("§") or self.ebene != "nummer":
            return False
        match = NUMMER_MUSTER.match(self.text, token.end())
        if match is None:
            return False
        self.glieder.pop()
        self.plural = token["kopf"] != "§"
        self._neu(cur.start, match.end(), "§", match[1], artikel=cur.nummer)
        return True

    def _bis(self, token: re.Match[str]) -> bool:
        """A range at the level read last: "§§ 823 bis 826", "Abs. 1 bis 3", "Nr. 1-3"."""
        cur = self.cur
        assert cur is not None
        folge = TOKEN.match(self.text, token.end())
        if folge is None:
            buchstabe = BUCHSTABE_MUSTER.match(self.text, token.end())
            if buchstabe is None or self.ebene != "buchstabe":
                return False
            return self._weiter(buchstabe, f"-{buchstabe[1]}")
        if folge.lastgroup == "kopf":
            folge = NUMMER_MUSTER.match(self.text, folge.end())
            if folge is None:
                return False
            wert, ebene = folge[1], "nummer"
        elif folge.lastgroup == "zahl":
            wert, ebene = folge["zahl"], self.ebene
        elif folge.lastgroup == "wert":
            wert, ebene = arabisch(folge["wert"]), art_der_einheit(folge["einheit"])
        elif folge.lastgroup == "roemisch" and self.roemisch:
            wert, ebene = arabisch(folge["roemisch"]), "absatz"
        else:
            return False
        if ebene == "nummer":
            cur.bis = wert.replace(" ", "")
        elif ebene == "absatz":
            cur.absatz_bis = wert
        else:
            getattr(cur, ebene).append(f"-{wert}")
        cur.end = self.pos = folge.end()
        return True

    # -- connectives ---------------------------------------------------------------------------

    def _bindung(self) -> bool:
        """A connective counts only if something that belongs to the chain follows it."""
        bindung = BINDUNG_MUSTER.match(self.text, self.pos)
        if bindung is None:
            return False
        token = TOKEN.match(self.text, bindung.end())
        if token is None:
            return self._buchstabe_in_liste(bindung.end())
        match token.lastgroup:
            case "kopf":
                return self.kopf(token.start("kopf"), token.end(), token["kopf"])
            case "wert":
                if self.nach_gesetz and art_der_einheit(token["einheit"]) != "absatz":
                    return False
                return self._einheit(token, verbunden=True)
            case "ordnungseinheit" if not self.nach_gesetz:
                return self._ordnung(token)
            case "roemisch" if self.roemisch and not self.nach_gesetz:
                wert = arabisch(token["roemisch"])
                self._geschwister(token.start("roemisch"), token.end(), wert)
                self.roemisch = True
                return True
            case "klammerzahl" if self.ebene == "absatz" and not self.nach_gesetz:
                self._geschwister(token.start("klammerzahl") - 1, token.end(), token["klammerzahl"])
                return True
            case "klammerbuchstabe" if self.ebene == "buchstabe" and not self.nach_gesetz:
                return self._weiter(token, token["klammerbuchstabe"])
            case "zahl":
                return self._zahl_in_liste(token)
        return False

    def _buchstabe_in_liste(self, pos: int) -> bool:
        match = BUCHSTABE_MUSTER.match(self.text, pos)
        if match is None or self.ebene != "buchstabe" or self.nach_gesetz:
            return False
        return self._weiter(match, match[1])

    def _weiter(self, token: re.Match[str], wert: str) -> bool:
        cur = self.cur
        assert cur is not None
        getattr(cur, self.ebene).append(wert)
        cur.end = self.pos = token.end()
        return True

    def _zahl_in_liste(self, token: re.Match[str]) -> bool:
        """A bare number after a connective: a new section, or one more of the level read last."""
        cur = self.cur
        assert cur is not None
        wert = token["zahl"]
        if self.nach_gesetz and not self.plural:
            return False
        if self.nach_gesetz or self._ist_abschnitt(token):
            self._neu(token.start("zahl"), token.end(), cur.einheit, wert, cur.artikel)
            return True
        if self.ebene == "absatz":
            self._geschwister(token.start("zahl"), token.end(), wert)
            self.glieder[-1].bare = self.plural
            return True
        return self._weiter(token, wert) if self.ebene != "nummer" else False

    def _ist_abschnitt(self, token: re.Match[str]) -> bool:
        """Decide by what follows, then by the plural head, then by size.

        "§§ 43 Abs. 1 Nr. 7c, 43a Abs. 1": an Absatz follows, so it is a section. "§§ 3 Abs. 4, 11":
        the plural head still lacks its second section. "§ 4 Abs. 3, 4": singular, an Absatz.
        """
        cur = self.cur
        assert cur is not None
        if self.ebene == "nummer":
            return True
        folge = TOKEN.match(self.text, token.end())
        if folge is not None and folge.lastgroup == "wert":
            art = art_der_einheit(folge["einheit"])
            if art == "absatz":
                return True
            if art == "satz" and self.ebene in ("satz", "nummern", "buchstabe"):
                return self.plural
        if folge is not None and folge.lastgroup == "roemisch" and self.roemisch:
            return True
        if not self.plural:
            return False
        return self._hoehere_nummer(token["zahl"])

    def _hoehere_nummer(self, wert: str) -> bool:
        """Sections of a list ascend; a small number after a small Absatz is an Absatz."""
        cur = self.cur
        assert cur is not None
        zahl, nummer = _ganzzahl(wert), _ganzzahl(cur.nummer)
        erste = len({glied.nummer for glied in self.glieder[self.offen_ab :][-3:]}) == 1
        if zahl > nummer:
            return True
        unter = cur.absatz if self.ebene == "absatz" else (getattr(cur, self.ebene) or ["0"])[-1]
        letzte = _ganzzahl(unter)
        return (erste and zahl <= letzte) or zahl > letzte + _SPRUNG

    # -- law names -----------------------------------------------------------------------------

    def _gesetz(self) -> bool:
        pos = self.pos
        leer = 0
        while leer < 3 and self.text[pos : pos + 1] == " ":
            pos, leer = pos + 1, leer + 1
        treffer = laws.erkenne(self.text, pos)
        cur = self.cur
        if treffer is None or cur is None:
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
        if cur is None or not cur.bare or not self.plural:
            return
        gruppe = self.glieder[max(self.offen_ab, len(self.glieder) - 8) :]
        if len({(glied.nummer, glied.bis) for glied in gruppe}) == 1 and not cur.bis:
            cur.nummer, cur.absatz = cur.absatz, ""

    def _beigestellt(self, gesetz: laws.Gesetz, end: int) -> tuple[laws.Gesetz, int]:
        """ "der Finanzgerichtsordnung (FGO)": the short form in brackets belongs to the name."""
        match = _BEIGESTELLT.match(self.text, end)
        if match is None:
            return gesetz, end
        kurz = laws.tabelle().kuerzel.get(match[1])
        if kurz is None:
            return gesetz, end
        return (gesetz if gesetz.slug or gesetz.celex else kurz), match.end()

    def _fassung(self, end: int, jahr: str) -> tuple[bool, str, int]:
        match = ALTE_FASSUNG.match(self.text, end)
        if match is None:
            return bool(jahr), jahr, end
        if match["neu"]:
            return False, "n.F.", match.end()
        return True, jahr or "a.F.", match.end()

    # -- the end -------------------------------------------------------------------------------

    def abschluss(self, start: int) -> Kette:
        """Give law-less items the law named before them; without one they are no citation."""
        rest = self.glieder[self.offen_ab :]
        end = max(self.pos, start + 1)
        if rest:
            gesetz = self.gesetz or self._voran(start)
            if gesetz is None or KOMMENTAR.match(self.text, self.pos):
                return Kette(self.glieder[: self.offen_ab], end)
            for glied in rest:
                glied.gesetz = gesetz
            if self.gesetz is None:
                rest[0].start = self.text.rindex(self._wort_davor, 0, start)
        return Kette(self.glieder, end)

    def _voran(self, start: int) -> laws.Gesetz | None:
        """ "BGB § 823": a known abbreviation right before the head."""
        davor = self.text[max(0, start - 14) : start].rstrip()
        wort = davor.rpartition(" ")[2].lstrip("(„\"'")
        self._wort_davor = wort
        return laws.tabelle().kuerzel.get(wort) if wort else None


def _ganzzahl(text: str) -> int:
    ziffern = re.match(r"\d{1,6}", text)
    return int(ziffern[0]) if ziffern else 0
