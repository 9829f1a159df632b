"""Pure: no Django, no I/O.

Lists and chains: what a comma, "und" or "i.V.m." joins to the item before it.
"""

import re

from citations_app.grammar.norm_pinpoints import Angaben
from citations_app.grammar.norm_tokens import (
    BINDUNG_MUSTER,
    BUCHSTABE_MUSTER,
    TOKEN,
    arabisch,
    art_der_einheit,
)

_SPRUNG = 15
"""A number this much above the last Absatz or Nummer is a section: "§§ 437 Nr. 2, 323 BGB"."""


class Listen(Angaben):
    """Reads connectives and decides at which level a list goes on."""

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

    def _zahl_in_liste(self, token: re.Match[str]) -> bool:
        """A bare number after a connective: a new section, or one more of the level read last."""
        cur = self.cur
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
        return self._hoehere_nummer(token["zahl"])

    def _hoehere_nummer(self, wert: str) -> bool:
        """Sections of a list ascend; a small number after a small Absatz is an Absatz."""
        cur = self.cur
        unter = cur.absatz if self.ebene == "absatz" else (getattr(cur, self.ebene) or ("0",))[-1]
        zahl, nummer, letzte = _ganzzahl(wert), _ganzzahl(cur.nummer), _ganzzahl(unter)
        if not self.plural:
            return zahl > letzte + _SPRUNG
        bisher = self.glieder[max(self.offen_ab, len(self.glieder) - 3) :]
        erste = len({glied.nummer for glied in bisher}) == 1
        if zahl > nummer:
            return True
        return (erste and zahl <= letzte) or zahl > letzte + _SPRUNG


def _ganzzahl(text: str) -> int:
    ziffern = re.match(r"\d{1,6}", text)
    return int(ziffern[0]) if ziffern else 0
