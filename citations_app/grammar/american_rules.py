"""Pure: no Django, no I/O.

US law by own patterns: U.S. Code, C.F.R., Federal Rules, constitutions, state codes.

eyecite reads none of the rules of procedure and no section of the Code without "§"; these patterns
are always on and need no library.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from citations_app.grammar.normalform import Quelle
from citations_app.grammar.trie import trie
from citations_app.grammar.types import Fundstelle, Rechtsordnung, UsNorm, Zitatart


class UsTreffer(NamedTuple):
    """A provision of US law with its normalised span."""

    start: int
    end: int
    art: Zitatart
    norm: UsNorm
    schluessel: str
    anzeige: str


_UNTER = r"(?P<unter>(?: ?\([a-zA-Z0-9]{1,5}\)){0,6})"
_ABSCHNITT = r"(?P<abschnitt>\d{1,5}[a-zA-Z]{0,3}(?:-\d{1,4}[a-z]{0,2}|-[a-z]{1,2})?(?![\w-]))"
_ZUSATZ = r"(?P<zusatz>(?:,? et seq\.?|,? note\b|,? app\.)?)"
_USC = re.compile(
    r"(?P<titel>\d{1,2}) (?:U\. ?S\. ?C\.(?: ?[AS]\.)?(?: Ann\.)?|USC[AS]?|United States Code),? ?"
    rf"(?P<zeichen>§{{1,2}} ?|[Ss]ections? |[Ss]ecs?\. ?)?{_ABSCHNITT}{_UNTER}{_ZUSATZ}"
)
_USC_WORTE = re.compile(
    rf"[Ss]ection {_ABSCHNITT}{_UNTER} of [Tt]itle (?P<titel>\d{{1,2}})"
    r"(?:(?: of the)? United States Code|,? U\. ?S\. ?C(?:ode|\.))?"
)
_CFR = re.compile(
    r"(?P<titel>\d{1,2}) (?:C\. ?F\. ?R\.|CFR),? ?(?P<zeichen>§{1,2} ?|[Pp](?:ar)?ts?\.? ?"
    r"|[Ss]ections? )?"
    rf"(?P<abschnitt>\d{{1,5}}(?:\.\d{{1,5}}[a-z]{{0,2}}(?:-\d{{1,4}})?)?(?!\w)){_UNTER}{_ZUSATZ}"
)
_WEITERE = re.compile(rf"(?:, (?:and )?| and | & ){_ABSCHNITT}{_UNTER}(?! U)")

REGELWERKE = {
    "Fed. R. Civ. P.": r"Fed\. ?R\. ?Civ\. ?P\.|FRCP|F\.R\.C\.P\."
    "|Federal Rules? of Civil Procedure",
    "Fed. R. Crim. P.": r"Fed\. ?R\. ?Crim\. ?P\.|FRCrP|FRCrimP"
    "|Federal Rules? of Criminal Procedure",
    "Fed. R. Evid.": r"Fed\. ?R\. ?Evid\.|FRE|F\.R\.E\.|Federal Rules? of Evidence",
    "Fed. R. App. P.": r"Fed\. ?R\. ?App\. ?P\.|FRAP|Federal Rules? of Appellate Procedure",
    "Fed. R. Bankr. P.": r"Fed\. ?R\. ?Bankr\. ?P\.|FRBP|Federal Rules? of Bankruptcy Procedure",
}
_REGELN = "|".join(f"(?P<r{n}>{muster})" for n, muster in enumerate(REGELWERKE.values()))
_REGELNAMEN = list(REGELWERKE)
_REGEL = re.compile(
    rf"(?:{_REGELN})(?!\w)(?:(?: ?\([A-Z]{{3,6}}\))? ?(?:Rule "
    rf"|§ ?)?(?P<nr>\d{{1,4}}(?:\.\d)?)(?!\w){_UNTER})?"
)
_RULE = re.compile(rf"Rules? (?P<nr>\d{{1,4}}(?:\.\d)?)(?!\w){_UNTER}(?: of the )?")

_BUNDESVERFASSUNG = re.compile(
    r"U\. ?S\. Const\.,? (?P<was>[Aa]rt\.|[Aa]mend\.) (?P<nr>[IVX]{1,6}|\d{1,2})"
    r"(?:,? § ?(?P<abschnitt>\d{1,2}))?(?:,? cl\. ?(?P<cl>\d{1,2}))?"
)
_VERFASSUNG_WORTE = re.compile(
    r"Art(?:icle|\.) (?P<nr>[IVX]{1,4}),? (?:§|[Ss]ection) ?(?P<abschnitt>\d{1,2})"
    r"(?:,? (?:cl\.|[Cc]lause) ?(?P<cl>\d{1,2}))?(?: of the (?:U\. ?S\. |United States "
    r"|Federal )?Constitution"
    r"|,? U\. ?S\. Const(?:itution|\.)?)"
)

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
    rf"(?P<abschnitt>\d[\w.:-]{{0,20}}(?<![.:-])){_UNTER}"
)
_ILCS = re.compile(
    r"(?P<werk>\d{1,3} ILCS) (?P<abschnitt>\d{1,4}/\d[\d.-]{0,12}(?<![.-]))" + _UNTER
)
_UCC = re.compile(
    r"(?P<werk>U\. ?C\. ?C\.|UCC) ?§{1,2} ?(?P<abschnitt>\d[A-Z]?-\d{2,3})"
    rf"{_UNTER}"
)
_UCC_NACH = re.compile(
    r"§{1,2} ?(?P<abschnitt>\d[A-Z]?-\d{2,3})" + _UNTER + r" (?P<werk>UCC|U\.C\.C\.)"
)


def finde_us_recht(text: str) -> Iterator[UsTreffer]:
    """Yield provisions of US law in a normalised text; spans may need sorting, never overlap."""
    gefunden = set(_HINWEISE.findall(text))
    if " title " in text:
        gefunden.add("title ")
    if gefunden:
        for hinweise, leser in _LESER:
            if gefunden & hinweise:
                yield from leser(text)


def _code(text: str) -> Iterator[UsTreffer]:
    for match in _USC.finditer(text):
        yield _code_treffer(match, match["titel"], match["zusatz"])
        if (match["zeichen"] or "").startswith("§§") or (match["zeichen"] or "").endswith("s "):
            end = match.end()
            while (weiter := _WEITERE.match(text, end)) is not None:
                treffer = _code_treffer(weiter, match["titel"], "")
                yield treffer._replace(start=weiter.start("abschnitt"))
                end = weiter.end()


def _code_worte(text: str) -> Iterator[UsTreffer]:
    for match in _USC_WORTE.finditer(text):
        yield _code_treffer(match, match["titel"], "")


def _code_treffer(match: re.Match[str], titel: str, zusatz: str) -> UsTreffer:
    zusatz = zusatz.strip(" ,")
    zusatz = "et seq." if zusatz.startswith("et") else zusatz
    abschnitt, unter = match["abschnitt"], match["unter"].replace(" ", "")
    eigen = f" {zusatz}" if zusatz in ("note", "app.") else ""
    return UsTreffer(
        match.start(),
        match.end(),
        Zitatart.US_GESETZ,
        UsNorm(werk="U.S.C.", titel=titel, abschnitt=abschnitt, unterteilung=unter, zusatz=zusatz),
        f"us:usc:{titel}:{abschnitt}{eigen}",
        f"{titel} U.S.C. § {abschnitt}{unter}{eigen}",
    )


def _verordnung(text: str) -> Iterator[UsTreffer]:
    for match in _CFR.finditer(text):
        titel, abschnitt = match["titel"], match["abschnitt"]
        unter = match["unter"].replace(" ", "")
        zeichen = "§" if "." in abschnitt else "pt."
        yield UsTreffer(
            match.start(),
            match.end(),
            Zitatart.US_VERORDNUNG,
            UsNorm(werk="C.F.R.", titel=titel, abschnitt=abschnitt, unterteilung=unter),
            f"us:cfr:{titel}:{abschnitt}",
            f"{titel} C.F.R. {zeichen} {abschnitt}{unter}",
        )


def _regeln(text: str) -> Iterator[UsTreffer]:
    """Rules with their family; a bare "Rule 12(b)(6)" belongs to the family named last."""
    familien = [(match.start(), match) for match in _REGEL.finditer(text)]
    if not familien:
        return
    bis = 0
    ereignisse = sorted([*familien, *((m.start(), m) for m in _RULE.finditer(text))], key=_erstes)
    familie = ""
    for _, match in ereignisse:
        if match.start() < bis:
            continue
        if match.re is _REGEL:
            familie = _familie(match)
            if match["nr"] is None:
                continue
        else:
            dahinter = _REGEL.match(text, match.end())
            if match[0].endswith(" of the ") and dahinter is not None:
                familie = _familie(dahinter)
                bis = dahinter.end()
                yield _regel(match, familie, dahinter.end())
                continue
        bis = match.end()
        if familie:
            yield _regel(
                match, familie, match.end() - len(" of the ") * match[0].endswith(" of the ")
            )


def _erstes(paar: tuple[int, re.Match[str]]) -> int:
    return paar[0]


def _familie(match: re.Match[str]) -> str:
    return next(name for n, name in enumerate(_REGELNAMEN) if match[f"r{n}"])


def _regel(match: re.Match[str], familie: str, end: int) -> UsTreffer:
    nr, unter = match["nr"], (match["unter"] or "").replace(" ", "")
    return UsTreffer(
        match.start(),
        end,
        Zitatart.US_REGEL,
        UsNorm(werk=familie, abschnitt=nr, unterteilung=unter),
        f"us:rule:{familie}:{nr}",
        f"{familie} {nr}{unter}",
    )


def _verfassung(text: str) -> Iterator[UsTreffer]:
    for muster in (_BUNDESVERFASSUNG, _VERFASSUNG_WORTE):
        for match in muster.finditer(text):
            zusatz = muster is _BUNDESVERFASSUNG and match["was"].lower().startswith("am")
            was = "amend." if zusatz else "art."
            stelle = f"{was} {match['nr']}"
            if match["abschnitt"]:
                stelle += f", § {match['abschnitt']}"
            if match["cl"]:
                stelle += f", cl. {match['cl']}"
            yield UsTreffer(
                match.start(),
                match.end(),
                Zitatart.US_VERFASSUNG,
                UsNorm(werk="U.S. Const.", abschnitt=stelle),
                f"us:const:{stelle}",
                f"U.S. Const. {stelle}",
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


def _landesrecht(text: str) -> Iterator[UsTreffer]:
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


def _einheitliches_recht(text: str) -> Iterator[UsTreffer]:
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


_LESER: tuple[tuple[frozenset[str], Callable[[str], Iterator[UsTreffer]]], ...] = (
    (frozenset(["U.S.C", "U. S. C", "USC", "United States"]), _code),
    (frozenset(["United States", "title ", "Title "]), _code_worte),
    (frozenset(["C.F.R", "C. F. R", "CFR"]), _verordnung),
    (frozenset(["Fed. R", "Federal R", "FRCP", "FRE ", "FRAP", "FRCr", "FRBP", "F.R."]), _regeln),
    (frozenset(["U.S. C", "U. S. C", "U.S.C", "Constitution"]), _verfassung),
    (
        frozenset(["Code ", "Stat.", "Statutes", "Law ", "Laws ", "Ann.", "CPLR", "C.P.L"]),
        _landesrecht,
    ),
    (frozenset(["ILCS", "UCC", "U.C.C"]), _einheitliches_recht),
)
_HINWEISE = re.compile(
    trie({hinweis for hinweise, _ in _LESER for hinweis in hinweise} - {"title "})
)


def als_fundstelle(quelle: Quelle, treffer: UsTreffer) -> Fundstelle:
    """Return the finished citation of a provision."""
    start, end, wortlaut = quelle.spanne(treffer.start, treffer.end)
    unter = treffer.norm.unterteilung
    return Fundstelle(
        start=start,
        end=end,
        text=wortlaut,
        rechtsordnung=Rechtsordnung.US,
        art=treffer.art,
        schluessel=f"{treffer.schluessel}:{unter}" if unter else treffer.schluessel,
        abzugsschluessel=treffer.schluessel,
        anzeige=treffer.anzeige,
        teile=treffer.norm,
    )
