"""Pure: no Django, no I/O.

Pinpoints that follow a section directly: Absatz, Satz, Nummer, "ff.", ranges, Roman style.
"""

import re

from citations_app.grammar.norm_state import Stand
from citations_app.grammar.norm_tokens import (
    BUCHSTABE_MUSTER,
    NUMMER_MUSTER,
    TOKEN,
    arabisch,
    art_der_einheit,
)

_ORDINAL = {"erst": "1", "zwei": "2", "drit": "3", "vier": "4", "letz": "letzter"}


class Angaben(Stand):
    """Reads a token that stands right after the last one, without a connective."""

    def _direkt(self, token: re.Match[str]) -> bool:
        """A token right after the last one, without a connective."""
        cur = self.cur
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
                cur.satz += (token["zahl"],)
                self.ebene = "satz"
            case "klammerzahl":
                return self._klammerzahl(token)
            case "klammerbuchstabe" if self.ebene != "buchstabe" or cur.buchstabe:
                cur.buchstabe += (token["klammerbuchstabe"],)
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
        if not cur.absatz:
            cur.absatz, self.ebene = token["klammerzahl"], "absatz"
        elif self.ebene == "absatz":
            cur.nummern += (token["klammerzahl"],)
            self.ebene = "nummern"
        else:
            return False
        cur.end = self.pos = token.end()
        return True

    def _offen(self, token: re.Match[str]) -> bool:
        cur = self.cur
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
        art, wert = art_der_einheit(token["einheit"]), token["wert"]
        if art == "absatz":
            wert = arabisch(wert)
            if cur.absatz or (verbunden and self.ebene != "nummer"):
                self._geschwister(token.start("einheit"), token.end(), wert)
                return True
            cur.absatz, self.roemisch = wert, False
        else:
            cur.ergaenze(art, wert)
        self.ebene = art
        cur.end = self.pos = token.end()
        return True

    def _ordnung(self, token: re.Match[str]) -> bool:
        cur = self.cur
        wert = token["ordnung"].rstrip(".")
        wert = _ORDINAL.get(wert[:4], wert)
        art = art_der_einheit(token["ordnungseinheit"])
        if art == "absatz":
            cur.absatz = cur.absatz or wert
        else:
            cur.ergaenze(art, wert)
        self.ebene = art
        cur.end = self.pos = token.end()
        return True

    def _unterkopf(self, token: re.Match[str]) -> bool:
        """A head right after a number: only "Art. 229 § 6" is one citation."""
        cur = self.cur
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
        folge = TOKEN.match(self.text, token.end())
        if folge is None:
            return self._bis_buchstabe(token.end())
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
            cur.ergaenze(ebene, f"-{wert}")
        cur.end = self.pos = folge.end()
        return True

    def _bis_buchstabe(self, pos: int) -> bool:
        """ "Buchst. a bis c", "§§ 306a-c"."""
        buchstabe = BUCHSTABE_MUSTER.match(self.text, pos)
        if buchstabe is None or self.ebene not in ("buchstabe", "nummer"):
            return False
        if self.ebene == "nummer":
            self.cur.bis = self.cur.nummer.rstrip("abcdefghijklmnopqrstuvwxyz") + buchstabe[1]
            self.cur.end = self.pos = buchstabe.end()
            return True
        return self._weiter(buchstabe, f"-{buchstabe[1]}")

    def _weiter(self, token: re.Match[str], wert: str) -> bool:
        cur = self.cur
        cur.ergaenze(self.ebene, wert)
        cur.end = self.pos = token.end()
        return True
