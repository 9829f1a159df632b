"""Pure: no Django, no I/O.

Names of US cases as they stand before a reporter citation, cut at signal words and sentence ends.
"""

import re

_SIGNALE = (
    "Overruled|overruled|Overruling|overruling|See also|see also|See, e.g.|see, e.g.|See generally"
    "|See|see|Cf.|cf.|But see|but see|But cf.|Accord|accord|Contra|Compare|compare|With|with|Citing"
    "|citing|Quoting|quoting|In|in|And|and|Under|under|Vgl.|vgl.|So|so|Then came|The court in"
    "|the court in|Affirmed|Reversed|E.g.|e.g.|Also|also|Nach|nach|Wie|wie|In der Sache|Following"
    "|The court followed|Both|Since|Because|While|When|As in|Per|From"
)
_SIGNAL = re.compile(
    "^(?:(?:"
    + "|".join(re.escape(s) for s in sorted(_SIGNALE.split("|"), key=len, reverse=True))
    + r")\s?[:,]?\s+(?!re )){1,6}"
)
NAME = re.compile(
    r"(?P<name>(?<!\w)(?:(?:In re|In the Matter of|Ex parte|Matter of"
    r"|Estate of) [A-Z][^;()\n]{1,80}?"
    r"|(?:[A-Z][\w.'’&-]{0,30}|of|the|and|for|on|de|la|ex|rel\.|&)"
    r"(?:,? (?:[A-Z][\w.'’&-]{0,30}|of|the|and|for|on|de|la|ex|rel\.|et al\.|&|No\. \d{1,5}"
    r"|\d{1,4})){0,12}"
    r" vs?\. [A-Z][^;()\n]{0,90}?)),? ?\Z"
)
"""Anchored at its end: search it in the text up to the volume number."""

_AKTENNUMMER = re.compile(r", No\. [\w:.-]{1,30}$")
_ABKUERZUNG = re.compile(
    r"\b(?:[A-Z]|Co|Inc|Corp|Ltd|Bros|Mfg|Ins|Univ|Bd|R|S|Ry|St|Dr|Mr|Mrs|No|v|vs|al|rel|Assn|Dist"
    r"|Sch|Cty|Hosp|Elec|Tel|Pub|Servs|Sys|Tech|Fed|Am|Dept|Natl|Intl|Cal|Mass|Ill|Tex|Fla|Va"
    r"|Md)\.$"
)


def schneide_zu(roh: str) -> str:
    """Return the bare case name of what stands before a citation.

    >>> schneide_zu("Overruled: Swift v. Tyson"), schneide_zu("See In re Bieter Co.")
    ('Swift v. Tyson', 'In re Bieter Co.')
    """
    name = _letzter_satz(_SIGNAL.sub("", roh))
    return _AKTENNUMMER.sub("", _SIGNAL.sub("", name)).strip(" ,")


def _letzter_satz(name: str) -> str:
    """Cut at a full stop after an ordinary word: "… reversed. Roe v. Wade" names only Roe."""
    vor_v = name.find(" v. ")
    stelle = name.rfind(". ", 0, vor_v if vor_v >= 0 else len(name))
    while stelle >= 0:
        if _ABKUERZUNG.search(name[: stelle + 1]) is None:
            return name[stelle + 2 :]
        stelle = name.rfind(". ", 0, stelle)
    return name
