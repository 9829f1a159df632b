"""Pure: no Django, no I/O.

The state of reading one chain of norms, and how an item begins.
"""

from citations_app.grammar.laws import Gesetz
from citations_app.grammar.norm_item import Glied
from citations_app.grammar.norm_tokens import NUMMER_MUSTER

_ANFANG = Glied(0, 0, "", "")


class Stand:
    """What has been read so far; `ebene` is the level read last ("nummer", "absatz", …)."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.glieder: list[Glied] = []
        self.cur = _ANFANG
        self.plural = False
        self.ebene = ""
        self.roemisch = False
        self.offen_ab = 0
        self.pos = 0
        self.gesetz: Gesetz | None = None
        self.nach_gesetz = self.englisch = False

    def kopf(self, start: int, end: int, wort: str) -> bool:
        """A head must be followed by a number; "Art. 229 § 6" makes the article a container."""
        match = NUMMER_MUSTER.match(self.text, end)
        if match is None:
            return False
        if wort[0] == "§":
            self.plural, self.englisch, einheit = len(wort) > 1, False, "§"
        else:
            klein = wort.lower()
            self.plural = klein.startswith(
                ("artt", "artikeln", "articles", "arts", "sections", "secs")
            )
            self.englisch = wort == "art." or klein.startswith(("artic", "arts", "sec"))
            einheit = "Art." if klein[0] == "a" else "§"
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
        neu = Glied(start, end, alt.einheit, alt.nummer, alt.artikel)
        neu.absatz = absatz
        if self.nach_gesetz:
            neu.gesetz = alt.gesetz
            self.offen_ab = len(self.glieder) + 1
        self.glieder.append(neu)
        self.cur, self.pos, self.ebene = neu, end, "absatz"
