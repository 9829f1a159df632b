"""Pure: no Django, no I/O. Gate Inhalt: nothing secret, personal or internal leaves (R-11.1).

The scan reads every byte of every artefact after rendering. Texts are compared as runs of words:
8 words of a secret prompt, gold solution, criterion or reason, 25 words of a secret answer. Runs
that also occur in public texts are no finding, unless they are 20 words long.
"""

from __future__ import annotations

import html
import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping

from lexassay.builds.datenstand import Datenstand
from lexassay.builds.gates.base import Befund, Pruefling, gate

KURZE_FOLGE = 8
LANGE_FOLGE = 20
ANTWORT_FOLGE = 25
_WORT = re.compile(r"\w+")
_TAG = re.compile(r"<[^>]{0,2000}>")
_MAIL = re.compile(rb"[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,4}")
_SCHLUESSEL = re.compile(rb"\b(?:sk-[A-Za-z0-9_-]{20,}|AKIA[0-9A-Z]{16}|ghp_[A-Za-z0-9]{30,})")
_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")


def words(text: str) -> list[str]:
    """Return the casefolded words of a text."""
    return _WORT.findall(text.casefold())


def runs_of_words(text: str, laenge: int) -> Iterator[tuple[str, ...]]:
    """Yield every run of ``laenge`` words in their order."""
    folge = words(text)
    for i in range(len(folge) - laenge + 1):
        yield tuple(folge[i : i + laenge])


def readable(inhalt: bytes) -> str:
    """Return an artefact as text: HTML without tags, entities and JSON escapes resolved."""
    text = inhalt.decode("utf-8", "replace")
    text = _ESCAPE.sub(lambda m: chr(int(m[1], 16)), text).replace("\\n", " ").replace("\\t", " ")
    return html.unescape(_TAG.sub(" ", text))


def every_artefact(artefakte: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """Yield path and bytes of every artefact, members of ZIP files included."""
    for pfad, inhalt in artefakte.items():
        yield pfad, inhalt
        if pfad.endswith(".zip"):
            with zipfile.ZipFile(io.BytesIO(inhalt)) as archiv:
                for name in archiv.namelist():
                    yield f"{pfad}!{name}", archiv.read(name)


@gate("inhalt")
def check_no_canary_leaves(p: Pruefling) -> Iterator[Befund]:
    """R-15.6: the canary of a secret Testfall stands in no artefact, path or binary file."""
    canaries = [(f.kennung, f.canary.encode()) for f in p.stand.testfaelle if f.geheim and f.canary]
    for pfad, inhalt in every_artefact(p.artefakte):
        for kennung, canary in canaries:
            if canary in inhalt or canary in pfad.encode():
                yield _leak("inhalt.E001", kennung, pfad, "Das Kennwort (Canary)")


@gate("inhalt")
def check_no_secret_text_leaves(p: Pruefling) -> Iterator[Befund]:
    """R-11.1: no 8-word run of a secret prompt, gold, criterion or reason; no 25 of an answer."""
    geheim = _secret_runs(p.stand)
    if not geheim:
        return
    erlaubt = _public_runs(p)
    for pfad, inhalt in every_artefact(p.artefakte):
        if pfad.endswith((".parquet", ".zip", ".woff2", ".css", ".js")):
            continue
        yield from _scan(pfad, readable(inhalt), geheim, erlaubt)


def _secret_runs(stand: Datenstand) -> dict[tuple[str, ...], str]:
    geheim: dict[tuple[str, ...], str] = {}
    geheime = {fall.kennung for fall in stand.testfaelle if fall.geheim}
    for fall in stand.testfaelle:
        if fall.geheim:
            texte = [fall.prompt, fall.eingabedaten, fall.goldloesung]
            texte += [kriterium.text for kriterium in fall.kriterien]
            for text in texte:
                for laenge in (KURZE_FOLGE, LANGE_FOLGE):
                    geheim |= dict.fromkeys(runs_of_words(text, laenge), fall.kennung)
    for run in stand.runs:
        if run.testfall in geheime:
            folgen = runs_of_words(run.antwort, ANTWORT_FOLGE)
            geheim |= dict.fromkeys(folgen, run.testfall)
            if run.bewertung:
                for urteil in run.bewertung.urteile:
                    folgen = runs_of_words(urteil.begruendung, KURZE_FOLGE)
                    geheim |= dict.fromkeys(folgen, run.testfall)
    return geheim


def _public_runs(p: Pruefling) -> frozenset[tuple[str, ...]]:
    """Short runs that public Testfälle, system prompts, texts or the norms hold anyway."""
    offen: set[tuple[str, ...]] = set()
    for text in _public_texts(p):
        offen.update(runs_of_words(text, KURZE_FOLGE))
    return frozenset(offen)


def _public_texts(p: Pruefling) -> Iterable[str]:
    for fall in p.oeffentlich.testfaelle:
        yield from (fall.prompt, fall.eingabedaten, fall.goldloesung, fall.regelbeschreibung)
        yield from (kriterium.text for kriterium in fall.kriterien)
    yield from (lauf.system_prompt for lauf in p.oeffentlich.laeufe)
    yield from (text.text for text in p.oeffentlich.texte)
    if p.normtexte is not None:
        yield from p.normtexte()


def _scan(
    pfad: str,
    text: str,
    geheim: Mapping[tuple[str, ...], str],
    erlaubt: frozenset[tuple[str, ...]],
) -> Iterator[Befund]:
    folge = words(text)
    gemeldet: set[str] = set()
    for laenge in (KURZE_FOLGE, LANGE_FOLGE, ANTWORT_FOLGE):
        for i in range(len(folge) - laenge + 1):
            teil = tuple(folge[i : i + laenge])
            kennung = geheim.get(teil)
            if kennung is None or kennung in gemeldet or teil in erlaubt:
                continue
            gemeldet.add(kennung)
            yield _leak("inhalt.E002", kennung, pfad, "Eine Wortfolge")


def _leak(id_: str, kennung: str, pfad: str, was: str) -> Befund:
    return Befund(
        id_,
        f"{was} des geheimen Testfalls {kennung} steht in {pfad}.",
        "Den Text aus der öffentlichen Quelle entfernen und den Build neu erstellen.",
        ("tasks_app.testfall", kennung),
    )


@gate("inhalt")
def check_no_key_and_no_address_leaves(p: Pruefling) -> Iterator[Befund]:
    """R-11.1: no key, no e-mail address but the contact address, no internal host."""
    kontakt = p.stand.einstellung("kontaktadresse").encode()
    for pfad, inhalt in every_artefact(p.artefakte):
        if _SCHLUESSEL.search(inhalt):
            yield Befund("inhalt.E003", f"{pfad} enthält einen API-Schlüssel.")
        if any(fund != kontakt for fund in _MAIL.findall(inhalt)) and not pfad.endswith(".woff2"):
            yield Befund("inhalt.E004", f"{pfad} enthält eine E-Mail-Adresse.", "Stelle schwärzen.")
        for host in p.interne_hosts:
            if host.encode() in inhalt:
                yield Befund("inhalt.E005", f"{pfad} nennt einen internen Rechner.")
