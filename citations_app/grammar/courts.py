"""Pure: no Django, no I/O.

Names of courts, long and short, and what a register sign says about the court.
"""

import re
from functools import lru_cache

from citations_app.grammar.trie import trie, trie_of

BUNDESGERICHTE = {
    "Bundesgerichtshof": "BGH",
    "Bundesverfassungsgericht": "BVerfG",
    "Bundesverwaltungsgericht": "BVerwG",
    "Bundesarbeitsgericht": "BAG",
    "Bundesfinanzhof": "BFH",
    "Bundessozialgericht": "BSG",
    "Bundespatentgericht": "BPatG",
    "Reichsgericht": "RG",
    "Gemeinsamer Senat der obersten Gerichtshöfe des Bundes": "GmS-OGB",
    "GmSOGB": "GmS-OGB",
    "Gerichtshof der Europäischen Union": "EuGH",
    "Europäischer Gerichtshof": "EuGH",
    "Europäischen Gerichtshof": "EuGH",
    "Gericht der Europäischen Union": "EuG",
    "Europäischer Gerichtshof für Menschenrechte": "EGMR",
    "Europäischen Gerichtshof für Menschenrechte": "EGMR",
    "Bayerisches Oberstes Landesgericht": "BayObLG",
    "Bayerischer Verfassungsgerichtshof": "BayVerfGH",
    "Kammergericht": "KG",
}
INSTANZGERICHTE = {
    "Oberlandesgericht": "OLG",
    "Landgericht": "LG",
    "Amtsgericht": "AG",
    "Landesarbeitsgericht": "LAG",
    "Arbeitsgericht": "ArbG",
    "Landessozialgericht": "LSG",
    "Sozialgericht": "SG",
    "Finanzgericht": "FG",
    "Verwaltungsgericht": "VG",
    "Oberverwaltungsgericht": "OVG",
    "Verwaltungsgerichtshof": "VGH",
    "Verfassungsgerichtshof": "VerfGH",
    "Truppendienstgericht": "TDG",
}
_KURZ_BUND = trie_of(
    "BGH BVerfG BVerwG BAG BFH BSG BPatG EuGH EuG EGMR GmS-OGB GmSOGB RG RFH RAG BayObLG BayVerfGH "
    "BayVGH OGH OVGNRW HansOLG HessVGH SächsOVG ThürOVG NdsOVG VerfGHBln BDiG BDH KG"
)
_ORT = (
    r" (?:(?:Bad|St\.|Sankt|Neustadt|des Landes|des|für das Land|der|für) )?"
    r"[A-ZÄÖÜ][\wäöüß]{1,30}(?:[-/][A-ZÄÖÜ][\wäöü.-]+)?"
    r"(?: (?:am|an der|i\. ?d\.|im|a\. ?d\.|in|vor der) ?[A-ZÄÖÜ][\wäöüß]+| ?a\. ?M\.|/M\."
    r"| I{1,2}\b| \([A-Z][a-z]+\))?"
)
_ADJEKTIV = (
    r"(?:(?:Schleswig-Holsteinisch|Sächsisch|Bayerisch|Hessisch|Niedersächsisch|Thüringer"
    r"|Hamburgisch|Hanseatisch"
    r"|Brandenburgisch|Saarländisch|Pfälzisch|Rheinland-Pfälzisch|Oberrheinisch)(?:e[nrsm]?)? )"
)
_LANG_INSTANZ = trie(INSTANZGERICHTE)
_LANG_BUND = trie(BUNDESGERICHTE)
_KURZ_INSTANZ = trie_of("OLG LG AG LAG ArbG LSG SG FG VG OVG VGH VerfGH StGH")
GERICHT = (
    rf"(?:{_KURZ_BUND}(?![\w/]|-[A-ZÄÖÜ])"
    rf"|{_ADJEKTIV}?(?:{_LANG_INSTANZ}(?:e?s)?|{_KURZ_INSTANZ})(?:{_ORT})?"
    rf"|{_LANG_BUND}(?:e?s)?(?: ?[-(<] ?{_KURZ_BUND} ?[->)])?)"
)

_TYP_VORSATZ = trie_of(
    "Versäumnis Hinweis Teil Grund End Zwischen Vorlage Kammer Senats Berufungs Revisions "
    "Nichtannahme Schluss Anerkenntnis Vorab Plenums Nichtzulassungs Kosten EuGH- BFH- BGH- "
    "BVerfG- BSG- BAG- BVerwG- FG-"
)
_TYP_WORT = trie_of(
    "Urteil urteil Urteile urteile Urteilen Urteiles Urteils urteils Urt. urt. Beschluss beschluss "
    "Beschlusses Beschluß Beschlüsse Beschlüssen beschlüsse Beschl. Entscheidung entscheidung "
    "Entscheidungen Gerichtsbescheid Gerichtsbescheids Verfügung Vorlage Gutachten"
)
TYP = rf"(?:{_TYP_VORSATZ})?-?(?:{_TYP_WORT}|[UB]\. ?(?=v\.))"
MONATE = {
    name: nummer
    for nummer, name in enumerate(
        [
            "Januar",
            "Februar",
            "März",
            "April",
            "Mai",
            "Juni",
            "Juli",
            "August",
            "September",
            "Oktober",
            "November",
            "Dezember",
        ],
        start=1,
    )
}
DATUM = (
    rf"(?:(?P<tag>\d{{1,2}})\. ?(?:(?P<monat>{'|'.join(MONATE)})"
    rf"|(?P<mon>\d{{1,2}})\.?) ?(?P<jahr>(?:1[89]|20)\d\d|\d\d)"
    r"|(?P<iso>(?:19|20)\d\d-\d\d-\d\d))"
)


@lru_cache(maxsize=4096)
def kurzes_gericht(name: str) -> str:
    """Return the usual short name of a court as it stands in a text.

    >>> kurzes_gericht("Bundesgerichtshofs"), kurzes_gericht("Landgerichts Köln")
    ('BGH', 'LG Köln')
    """
    for lang, kurz in BUNDESGERICHTE.items():
        if name.startswith(lang):
            return kurz
    name = name.strip(" ,")
    for lang, kurz in _INSTANZ_SORTIERT:
        stelle = name.find(lang)
        if stelle >= 0:
            rest = re.sub(r"^(?:e?s)\b", "", name[stelle + len(lang) :]).strip()
            land = _LAENDER.get(name[:stelle].strip()[:5], "")
            return f"{land}{kurz} {rest}".strip()
    return name


_INSTANZ_SORTIERT = sorted(INSTANZGERICHTE.items(), key=lambda item: -len(item[0]))
_LAENDER = {
    "Sächs": "Sächs",
    "Bayer": "Bay",
    "Hessi": "Hess",
    "Nieder": "Nds",
    "Niede": "Nds",
    "Thüri": "Thür",
    "Schle": "SH",
    "Brand": "Bbg",
    "Saarl": "Saarl",
    "Hambu": "Hmb",
    "Hanse": "Hans",
    "Pfälz": "Pfälz",
}


def iso_datum(match: re.Match[str]) -> str:
    """Return the date of a `DATUM` match as ISO 8601, "" for an impossible one."""
    if match["iso"]:
        return match["iso"]
    if not match["tag"]:
        return ""
    tag, jahr = int(match["tag"]), int(match["jahr"])
    monat = MONATE[match["monat"]] if match["monat"] else int(match["mon"])
    if jahr < 100:
        jahr += 1900 if jahr >= 50 else 2000
    if not (1 <= tag <= 31 and 1 <= monat <= 12):
        return ""
    return f"{jahr:04d}-{monat:02d}-{tag:02d}"
