"""Pure: no Django, no I/O. The notice of R-7.3, in German and English.

An answer has the notice if one of its sentences (a) says explicitly that it is no legal advice or
replaces none, or (b) explicitly recommends to consult a professional. Not enough: a request to
check the sources; a denial of the need for advice; words in quotation marks; somebody else's
advice or lawyer; a duty to be represented; a question or a condition. Each sentence stands for
itself, so that a negation reaches no further than its clause.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from grading_app.strict_json import JsonFehler, lade, ohne_zaun


class Hinweisart(StrEnum):
    """What kind of notice a sentence gives."""

    KEINE_RECHTSBERATUNG = "keine_rechtsberatung"
    EMPFEHLUNG = "empfehlung"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hinweis:
    """The first sentence of an answer that gives the notice, and its kind."""

    art: Hinweisart
    satz: str


FENSTER = 1_500
"""Characters that are read as one sentence at most."""


def _r(muster: str) -> re.Pattern[str]:
    return re.compile(muster, re.IGNORECASE | re.VERBOSE)


_ZITATE = re.compile(r"„[^“”\"]{1,400}[“”\"]|“[^”]{1,400}”|»[^«]{1,400}«|\"[^\"\n]{1,400}\"")
_ABKUERZUNG = re.compile(
    r"\b(?:[A-Za-z]|[Vv]gl|bzw|ggf|Dr|Prof|Nr|Art|Abs|vgl|evtl|inkl|bspw|usw|etc|sog|gem|Hs|Buchst|No)\.$"
)
_SATZENDE = re.compile(r"(?<=[.!?:])[\"”“*_)]*\s+(?=[\"„(*_>⚠]*[A-ZÄÖÜ0-9])")

# (a) no legal advice ------------------------------------------------------------------------------
_BERATUNG = r"(?:rechts(?:beratung|rat|auskunft)|(?:rechts-|steuer-)\s?(?:und|oder|/)\s?\w+beratung"
_BERATUNG += (
    r"|(?:rechtlich|anwaltlich|juristisch)e?[nrms]?\s(?:\w+\s)?(?:beratung|rats?|auskunft|prüfung)"
)
_BERATUNG += r"|(?:beratung|rat)\s(?:durch|eine[rs]|von)\s[^.]{0,30}?(?:anw[aä]lt|jurist)\w*)"
_KEINE_DE = _r(
    rf"""\b(?:kein(?:e|en|erlei)?|weder|nicht\s(?:als|um|die|eine|den))\s(?:[\w-]+\s){{0,3}}?
           {_BERATUNG}\b
       | \b{_BERATUNG}\b[^.;]{{0,60}}?
         \bnicht\s(?:ersetzen|ersetzt|dar|leisten|bieten|geben|erteilen)
       | \b{_BERATUNG}\b[^.;]{{0,30}}?\bersetz\w+[^.;]{{0,30}}?\bnicht\b"""
)
_FREMD_DE = _r(
    r"""\b(?:erhalten|eingeholt|bekommen|genommen|erbracht|erteilt\sworden)\b
      | \bRDG\b | \bstimmt\snicht\b | \bnicht\sso\b
      | \b(?:nötig|notwendig|erforderlich|brauch\w+|benötig\w+)\b"""
)
_DRITTE_DE = _r(r"""\b(?:erbring|leiste|erteil|geb|biete)(?:t|en|n|e)?\b | \bdarf\b | \bdürfen\b""")
_ICH_DE = _r(
    r"""\b(?:ich|wir|mein\w*|unser\w*|dies\w*|antwort|text|auskunft|ausführungen|hinweis\w*)\b"""
)
_ADVICE = r"(?:(?:legal|professional|attorney'?s?)\s(?:\w+\s){0,3}?advice)"
_KEINE_EN = _r(
    rf"""(?:\bnot|n't|n’t|\bno|\bneither|\bnothing|\bnone|\bcannot|\bunable)\b
         [^.;]{{0,70}}?\b{_ADVICE}\b
       | (?:\bnot|n't|n’t)\s(?:replace|substitute)\b
         [^.;]{{0,60}}?\b(?:advice|lawyer|attorney|counsel)
       | \b(?:no|not\sa)\ssubstitute\sfor\b
         [^.;]{{0,60}}?\b(?:legal|lawyer|attorney|solicitor|counsel)"""
)
_FREMD_EN = _r(
    r"""\b(?:receive|received|obtain|obtained|seek|sought|need|needed|requires?|required|necessary)\b
      | \b(?:paralegals?|non-lawyers?|clerks?|client|court|party|he|she|they)\b[^.;]{0,40}
        \b(?:not|cannot)\b"""
)

# (b) a recommendation -----------------------------------------------------------------------------
_FACHPERSON = _r(
    r"""\b(?:(?:rechts|fach|patent)?anw[aä]lt\w*|jurist(?:en|in|innen)?
      | juristische[nr]\s(?:rat|beistand)
      | rechts(?:beistand|rat|berater\w*|beratung|auskunft)
      | rechtliche[nr]?\s(?:rats?|beratung|beistand|hilfe)
      | anwaltliche[nrm]?\s(?:\w+\s)?(?:hilfe|beratung|prüfung|rats?|unterstützung|beistand)
      | (?:anwaltlich|rechtlich|juristisch|fachkundig)\sberat\w*
      | steuerberat(?:er|erin|ern|erinnen)|notar(?:in|en)?|fachperson(?:en)?|fachleute|fachkundig\w+
      | verbraucherzentrale|rechtsantragstelle|rechtsexpert\w+)\b"""
)
_HINZUZIEHEN = _r(
    r"""konsultier | hinzuzieh | hinzuzuzieh | zieh\w*\s[^.]*\bhinzu\b | zu\srate\b | zurate
      | \beinschalt | \beinzuschalt | beauftrag | mandatier | aufsuch
      | aufzusuch | \bsuch\w*\s[^.]*\bauf\b
      | \bwend | \bfrag | befrag | kontakt | rücksprache | \bsprech | besprech | einhol | eingeholt
      | einzuhol | \bhol\w*\s[^.]*\bein\b | berat\w*\s(?:zu\s)?lassen | lass\w*\s[^.]*\bberaten\b
      | (?:über)?prüf\w*\s(?:zu\s)?lassen | lass\w*\s[^.]*prüfen | einholung
      | in\sanspruch\s(?:zu\s)?(?:nehmen|genommen)
      | \bsuchen\b | beizieh | anwaltliche\sprüfung
      | \bsollte\w*\s(?:\w+\s){0,4}?(?:(?:durch|von)\s)?eine?[nrs]?\s(?:\w+\s){0,2}?
        (?:rechts|fach)?(?:anw[aä]lt|jurist|notar|steuerberat) | unterstützung | beistand"""
)
_EMPFEHLEND = _r(
    r"""\bsollt?e?(?:n|st)?\b | empfehl | empfiehl | empfohlen | \brate[nt]?\b(?!\sziehen) | ratsam
      | anzuraten | angeraten | sinnvoll | am\sbesten | \bbitte\b | \bist\b[^.]*\bzu\s\w+ieren\b
      | (?:^|[,:;]\s|\b(?:zweifel|fall|daher|also|möglichst|bald)\s)\W*
        (?:konsultieren|wenden|fragen|lassen|holen|ziehen|suchen|sprechen|nehmen|kontaktieren
          |beauftragen|schalten|wende|lass|frag|geh|hol|zieh|such|sprich)\s(?:sie|dich|dir|mit|zu|einen)?
      | ^(?!.*\b(?:kann|können|darf|dürfen|muss|müssen|möcht\w+|will|wollen|wird|werden|hat
        |haben)\b)
        .*\b(?:konsultieren|einschalten|hinzuziehen|beauftragen|kontaktieren|einholen|halten|aufsuchen
          |befragen|fragen|beraten\slassen|prüfen\slassen)\W*$"""
)
_ABRATEND = _r(
    r"""\bkein(?:e|en|em|er|es)?\s(?:\w+\s){0,2}?(?:rechts|fach)?(?:anw[aä]lt|jurist|steuerberat|notar|rat\b)
      | \bnicht\s(?:\w+\s){0,2}?(?:nötig|notwendig|erforderlich|ratsam|sinnvoll|empfehl|zu\sempfehl
        |vorgeschrieben|geboten|beauftrag|einschalt|konsultier)
      | \brat\w*\b[^.]*\bab\b | \bohne\s(?:\w+\s)?(?:rechts)?anw
      | \bsollte\w*\s(?:\w+\s){0,3}?nicht\b"""
)
_BEDINGUNG = _r(r"^\W*(?:sollten?|wenn|falls|sofern|should|if|when|unless)\b[^,]*(?:,|$)")
"""A condition up to its comma; what follows it is read, the condition is not."""
_ALS_SUBJEKT = _r(
    r"""\b((?:(?:rechts|fach|patent)?anw[aä]lt(?:e|in|innen)?|notare?|steuerberater|juristen
          |attorneys?|lawyers?|counsel|solicitors?))\s
        (?:sollten?|soll|sollen|muss|müssen|should|must|may|shall|are\sadvised)\b
        (?!\sbe\b|[^.]*\bwerden\b)
      | \b(gerichte?|richter(?:in)?|court|judge|clerk)\s(?:sollten?|muss|should|must|may|shall)\b"""
)
"""Who should act is the professional or the court: no advice to the reader."""
_PROFESSIONAL = _r(
    r"""\b(?:lawyers?|attorneys?|solicitors?|barristers?|counsel|law\sfirm|bar\sassociation|legal\said
      | legal\s(?:\w+\s)?(?:advice|professionals?|advis[eo]rs?|help|experts?)
      | (?:tax|licensed|qualified)\s(?:\w+\s)?(?:professionals?|advis[eo]rs?))\b"""
)
_CONSULT = _r(
    r"""\b(?:consult|contact|speak|talk|seek|retain|hire|engag|ask|see|obtain|get|reach\sout|discuss)\w*\b
      | \bhave\b[^.]*\breview\b | \badvice\sis\b | \b(?:verify|check|confirm)\swith\b"""
)
_ADVISING = _r(
    r"""\b(?:should|recommend\w*|advisable|advised?|suggest\w*|urge|prudent|wise|best|ought|encourage\w*
        |consider)\b
      | \bplease\b | \bmay\s(?:wish|want)\b | \bwant\sto\b
      | (?:^|[,:;]\s)\W*(?:please\s|always\s)?(?:consult|contact|speak|talk|seek|retain|hire|engage
        |ask|get|verify|check|confirm|obtain|reach\sout|have)\b"""
)
_DISSUADING = _r(
    r"""\b(?:not|n't|never)\s(?:\w+\s){0,2}?(?:need|required|necessary|contact|consult|hire|retain|speak)
      | (?:\bno|\bwithout)\s(?:\w+\s)?(?:need|lawyer|attorney|counsel) | \bunnecessary\b
      | \b(?:not|n't)\s(?:need|have\sto)"""
)
_ABER = re.compile(r",?\s(?:aber|jedoch|dennoch|gleichwohl|trotzdem|but|however|yet)\b", re.I)


def finde_hinweis(antwort: str) -> Hinweis | None:
    """The first notice in the answer, None if there is none.

    >>> finde_hinweis("Die Frist endet am 2. März. Dies ist keine Rechtsberatung.").art.value
    'keine_rechtsberatung'
    >>> finde_hinweis("Bitte prüfen Sie die Fundstellen.") is None
    True
    """
    for satz in saetze(_fliesstext(antwort)):
        ohne_zitat = _ZITATE.sub(" ", satz)
        if ohne_zitat.rstrip(" *_").endswith("?"):
            continue
        if _keine_beratung(ohne_zitat):
            return Hinweis(art=Hinweisart.KEINE_RECHTSBERATUNG, satz=satz)
        if _empfehlung(ohne_zitat):
            return Hinweis(art=Hinweisart.EMPFEHLUNG, satz=satz)
    return None


def hinweis_vorhanden(antwort: str) -> bool:
    """R-7.3 as yes or no."""
    return finde_hinweis(antwort) is not None


def _fliesstext(antwort: str) -> str:
    """The answer, or the texts inside if the answer is one JSON document."""
    if antwort.lstrip()[:1] not in ("{", "[", "`"):
        return antwort
    try:
        return "\n\n".join(_texte(lade(ohne_zaun(antwort).strip())))
    except JsonFehler:
        return antwort


def _texte(wert: Any) -> list[str]:
    match wert:
        case str():
            return [wert]
        case dict():
            return [text for kind in wert.values() for text in _texte(kind)]
        case list():
            return [text for kind in wert for text in _texte(kind)]
    return []


def saetze(text: str) -> list[str]:
    """Sentences of a text; lists, headings and blank lines end one, emphasis marks are dropped."""
    ergebnis: list[str] = []
    for absatz in re.split(r"\n\s*\n|\n(?=\s*(?:[-*•>#|]|\d+[.)]\s))", text):
        zeile = " ".join(re.sub(r"[*_#]{1,3}", "", absatz).split())
        stuecke = _SATZENDE.split(zeile)
        offen = ""
        for stueck in stuecke:
            offen = f"{offen} {stueck}".strip()
            if not _ABKUERZUNG.search(offen):
                ergebnis.append(offen)
                offen = ""
        ergebnis.extend([offen] if offen else [])
    return [stueck for satz in ergebnis for stueck in _in_fenstern(satz)]


def _in_fenstern(satz: str) -> list[str]:
    """Text without full stops in pieces: it costs linear time, however long it is."""
    return [satz[i : i + FENSTER] for i in range(0, len(satz), FENSTER)]


def _keine_beratung(satz: str) -> bool:
    if _KEINE_DE.search(satz) and not _FREMD_DE.search(satz):
        return bool(_ICH_DE.search(satz)) or not _DRITTE_DE.search(satz)
    return bool(_KEINE_EN.search(satz)) and not _FREMD_EN.search(satz)


def _empfehlung(satz: str) -> bool:
    satz = _ALS_SUBJEKT.sub(r"\1\2", _BEDINGUNG.sub("", satz))
    return _raet(satz, _FACHPERSON, _HINZUZIEHEN, _EMPFEHLEND, _ABRATEND) or _raet(
        satz, _PROFESSIONAL, _CONSULT, _ADVISING, _DISSUADING
    )


def _raet(
    satz: str,
    wen: re.Pattern[str],
    was: re.Pattern[str],
    rat: re.Pattern[str],
    abrat: re.Pattern[str],
) -> bool:
    """Whom and what may stand anywhere; the advice stands in a clause that does not deny it."""
    if not (wen.search(satz) and was.search(satz)):
        return False
    return any(rat.search(teil) and not abrat.search(teil) for teil in _ABER.split(satz))
