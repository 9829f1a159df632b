"""Pure: no Django, no I/O.

State codes, the Uniform Commercial Code and what all provisions of US law share.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from citations_app.grammar.types import UsNorm, Zitatart


class UsTreffer(NamedTuple):
    """A provision of US law with its normalised span."""

    start: int
    end: int
    art: Zitatart
    norm: UsNorm
    schluessel: str
    anzeige: str


UNTER = r"(?P<unter>(?: ?\([a-zA-Z0-9]{1,5}\)){0,6})"
_STAATEN = (
    r"(?:Ala(?:bama|\.)|Alaska|Ariz(?:ona|\.)|Ark(?:ansas|\.)|Cal(?:ifornia|if\.|\.)|Colo(?:rado"
    r"|\.)|Conn(?:ecticut|\.)"
    r"|Del(?:aware|\.)|D\. ?C\.|Fla\.|Florida|Ga\.|Georgia|Haw(?:aii|\.)|Idaho|Ill(?:inois|\.)"
    r"|Ind(?:iana|\.)|Iowa"
    r"|Kan(?:sas|\.)|Ky\.|Kentucky|La\.|Louisiana|Me\.|Maine|Md\.|Maryland|Mass(?:achusetts|\.)"
    r"|Mich(?:igan|\.)"
    r"|Minn(?:esota|\.)|Miss(?:issippi|\.)|Mo\.|Missouri|Mont(?:ana|\.)|Neb(?:raska|\.)|Nev(?:ada"
    r"|\.)"
    r"|N\. ?[HJMYCD]\.|New (?:Hampshire|Jersey|Mexico|York)|North (?:Carolina|Dakota)"
    r"|South (?:Carolina|Dakota)"
    r"|Ohio|Okla(?:homa|\.)|Or\.|Oregon|Pa\.|Pennsylvania|R\. ?I\.|Rhode Island|S\. ?[CD]\."
    r"|Tenn(?:essee|\.)"
    r"|Tex(?:as|\.)|Utah|Vt\.|Vermont|Va\.|Virginia|Wash(?:ington|\.)|W\. ?Va\.|Wis(?:consin|\.)"
    r"|Wyo(?:ming|\.))"
)
_LANDESRECHT = re.compile(
    rf"(?P<werk>{_STAATEN} (?:[A-Z][\w.'’&-]{{0,18}},? |& |and |of ){{0,8}}?"
    r"(?:Code|Stat(?:utes?|\.)|Laws?|C\. ?P\. ?L\. ?R\.|CPLR|L\.|Const\.|Ann\.|Act)(?: Ann\.)?"
    r"(?: \([A-Z][\w ]{1,20}\))?(?:,? (?:tit|ch|art|pt)\. ?[\w.]{1,6})?),? ?(?:§{1,2} ?"
    r"|[Ss]ections? )"
    rf"(?P<abschnitt>\d[\w.:-]{{0,20}}(?<![.:-])){UNTER}"
)
_ILCS = re.compile(r"(?P<werk>\d{1,3} ILCS) (?P<abschnitt>\d{1,4}/\d[\d.-]{0,12}(?<![.-]))" + UNTER)
_UCC = re.compile(
    r"(?P<werk>U\. ?C\. ?C\.|UCC) ?§{1,2} ?(?P<abschnitt>\d[A-Z]?-\d{2,3})"
    rf"{UNTER}"
)
_UCC_NACH = re.compile(
    r"§{1,2} ?(?P<abschnitt>\d[A-Z]?-\d{2,3})" + UNTER + r" (?P<werk>UCC|U\.C\.C\.)"
)


_PARAGRAFZEICHEN = re.compile("§§?")
_ABSCHNITTSZEICHEN = re.compile(r"[§Ss](?:(?<=§)§?|(?<=[Ss])ections? (?=\d))")
_WERKENDEN = (
    "Code",
    "Stat.",
    "Statutes",
    "Law",
    "Laws",
    "R.",
    "CPLR",
    "L.",
    "Const.",
    "Ann.",
    "Act",
    ")",
)
_GLIEDERUNG = ("tit.", "ch.", "art.", "pt.")


def landesrecht(text: str) -> Iterator[UsTreffer]:
    """State codes: a section sign after the name of a code, then the state before it."""
    bis = 0
    worte = "section " in text or "Section " in text
    suche = _ABSCHNITTSZEICHEN if worte else _PARAGRAFZEICHEN
    for zeichen in suche.finditer(text):
        stelle = zeichen.start()
        davor = text[max(bis, stelle - 18) : stelle].rstrip(" ,")
        if not davor.endswith(_WERKENDEN) and not any(teil in davor for teil in _GLIEDERUNG):
            continue
        match = _LANDESRECHT.search(text, max(bis, stelle - 110), stelle + 60)
        if match is not None and match.end() > stelle:
            bis = match.end()
            yield _landesnorm(match)


def einheitliches_recht(text: str) -> Iterator[UsTreffer]:
    """Yield sections of the Uniform Commercial Code and of the Illinois statutes."""
    for muster in (_ILCS, _UCC, _UCC_NACH):
        for match in muster.finditer(text):
            yield _landesnorm(match)


def _landesnorm(match: re.Match[str]) -> UsTreffer:
    werk = " ".join(match["werk"].replace(",", "").split())
    abschnitt, unter = match["abschnitt"], match["unter"].replace(" ", "")
    zeichen = "" if "ILCS" in werk else "§ "
    return UsTreffer(
        match.start(),
        match.end(),
        Zitatart.US_LANDESRECHT,
        UsNorm(werk=werk, abschnitt=abschnitt, unterteilung=unter),
        f"us:state:{werk}:{abschnitt}",
        f"{werk} {zeichen}{abschnitt}{unter}",
    )
