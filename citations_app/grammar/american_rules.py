"""Pure: no Django, no I/O.

US law by own patterns: U.S. Code, C.F.R., Federal Rules, constitutions, state codes.

eyecite reads none of the rules of procedure and no section of the Code without "§"; these patterns
are always on and need no library.
"""

import re
from collections.abc import Callable, Iterator

from citations_app.grammar.american_states import (
    UNTER,
    UsTreffer,
    einheitliches_recht,
    landesrecht,
)
from citations_app.grammar.quelle import Quelle
from citations_app.grammar.trie import trie
from citations_app.grammar.types import Fundstelle, Rechtsordnung, UsNorm, Zitatart

_ABSCHNITT = r"(?P<abschnitt>\d{1,5}[a-zA-Z]{0,3}(?:-\d{1,4}[a-z]{0,2}|-[a-z]{1,2})?(?![\w-]))"
_ZUSATZ = r"(?P<zusatz>(?:,? et seq\.?|,? note\b|,? app\.)?)"
_USC = re.compile(
    r"(?P<titel>\d{1,2}) (?:U\. ?S\. ?C\.(?: ?[AS]\.)?(?: Ann\.)?|USC[AS]?|United States Code),? ?"
    rf"(?P<zeichen>§{{1,2}} ?|[Ss]ections? |[Ss]ecs?\. ?)?{_ABSCHNITT}{UNTER}{_ZUSATZ}"
)
_USC_WORTE = re.compile(
    rf"[Ss]ection {_ABSCHNITT}{UNTER} of [Tt]itle (?P<titel>\d{{1,2}})"
    r"(?:(?: of the)? United States Code|,? U\. ?S\. ?C(?:ode|\.))?"
)
_CFR = re.compile(
    r"(?P<titel>\d{1,2}) (?:C\. ?F\. ?R\.|CFR),? ?(?P<zeichen>§{1,2} ?|[Pp](?:ar)?ts?\.? ?"
    r"|[Ss]ections? )?"
    rf"(?P<abschnitt>\d{{1,5}}(?:\.\d{{1,5}}[a-z]{{0,2}}(?:-\d{{1,4}})?)?(?!\w)){UNTER}{_ZUSATZ}"
)
_WEITERE = re.compile(rf"(?:, (?:and )?| and | & ){_ABSCHNITT}{UNTER}(?! U)")

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
    rf"|§ ?)?(?P<nr>\d{{1,4}}(?:\.\d)?)(?!\w){UNTER})?"
)
_RULE = re.compile(rf"Rules? (?P<nr>\d{{1,4}}(?:\.\d)?)(?!\w){UNTER}(?: of the )?")

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


_LESER: tuple[tuple[frozenset[str], Callable[[str], Iterator[UsTreffer]]], ...] = (
    (frozenset(["U.S.C", "U. S. C", "USC", "United States"]), _code),
    (frozenset(["United States", "title ", "Title "]), _code_worte),
    (frozenset(["C.F.R", "C. F. R", "CFR"]), _verordnung),
    (frozenset(["Fed. R", "Federal R", "FRCP", "FRE ", "FRAP", "FRCr", "FRBP", "F.R."]), _regeln),
    (frozenset(["U.S. C", "U. S. C", "U.S.C", "Constitution"]), _verfassung),
    (
        frozenset(
            [
                "Code §",
                "Code s",
                "Code S",
                "Code A",
                "Code t",
                "Code c",
                "Stat.",
                "Statutes",
                "Law ",
                "Laws ",
                "Ann.",
                "CPLR",
                "C.P.L",
            ]
        ),
        landesrecht,
    ),
    (frozenset(["ILCS", "UCC", "U.C.C"]), einheitliches_recht),
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
