"""Pure: no Django, no I/O.

The shapes of written-out names of laws: known ones in any case, unknown ones by their ending.
"""

import re

ARTIKEL = re.compile(
    r"(?:des|der|dem|den|vom|im|zum|zur|von der|of the|of) (?:(?:am|bis zum|ab dem|seit dem|im) "
    r"[\w. ]{3,40}? (?:geltenden|gültigen|maßgeblichen|anwendbaren) )?"
)
NAMENSFENSTER = re.compile(r"[\wäöüÄÖÜß-]{1,60}(?:,? -? ?[\wäöüÄÖÜß-]{1,60}){0,13}")
UNBEKANNTER_NAME = re.compile(
    r"Gesetz(?:es|e)? (?:zu[rm]?|über|für|vom|betreffend|gegen|betreffs) [\wäöüß.-]{1,40}"
    r"(?: [\wäöüß-]{2,40}){0,3}"
    r"|(?:[a-zäöüß]{3,25}(?:en|er) )?"
    r"(?:[A-ZÄÖÜ][\wäöüß]{2,40}(?:-,? (?:und )?|[\wäöüß-]{0,40} )){0,3}?"
    r"(?:[A-ZÄÖÜ][\wäöüß-]{1,60})??"
    r"(?:[Gg]esetz(?:buch)?|(?<=\w)[Oo]rdnung|[Vv]erordnung|[Kk]onvention"
    r"|[ÜüUu]berein(?:kommen|kunft)|[Aa]bkommen|[Pp]akt|[Vv]erfassung|(?<=\w)vertrag"
    r"|[Rr]ichtlinie|[Rr]ahmenbeschluss|[Ss]tatut|[Rr]ahmenvereinbarung|Code Civil|Code Penal"
    r"|[Cc]harta)"
    r"(?:es|e|s|n)?\b"
    r"(?: (?:Bayern|Berlin|Brandenburg|Hessen|Sachsen|Thüringen|Nordrhein-Westfalen"
    r"|(?:der|des|für das|von) (?:(?:Freien|Republik|Landes?|Hansestadt|Freistaates?|und) ){0,3}"
    r"[A-ZÄÖÜ][\wäöü-]+|(?:über|für|zur|zum) [\wäöüÄÖÜß-]+(?: [\wäöüÄÖÜß-]+)?))?"
)
UNBEKANNTE_ZUSAMMENSETZUNG = re.compile(
    r"[A-ZÄÖÜ][\wäöüß-]{2,60}(?<=\w)(?:gesetz|gesetzbuch|ordnung)(?!\w)"
)
NICHTS_SAGEND = frozenset(["Gesetz", "Gesetzes", "Verordnung", "Richtlinie"])


def nominativ(name: str) -> str:
    """Return a name without the genitive and the adjective that a sentence gives it.

    >>> nominativ("neuen Cannabisgesetzes")
    'Cannabisgesetz'
    """
    name = re.sub("^(?:neuen|alten|geltenden|damaligen|heutigen) ", "", name)
    return re.sub("(?<=gesetz)es$|(?<=gesetzbuch)e?s$|(?<=beschluss)es$|(?<=vertrag)e?s$", "", name)
