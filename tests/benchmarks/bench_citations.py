"""DESIGN 9, citations: accuracy on German-LER dev, truth of the parsed norms, throughput.

`python tests/benchmarks/bench_citations.py` prints one JSON line. A gold span counts as found if an
extracted span overlaps at least half of the shorter one; an extracted span that overlaps no gold
span of any label is wrong. Federal courts cite norms that exist, so every parsed norm of the 102
laws at hand is looked up down to the Absatz; what is not there is listed with its reason.
`--gii FOLDER` rebuilds the index of these laws from folders `<slug>/xml.zip`.
"""

from __future__ import annotations

import argparse
import gzip
import io
import json
import re
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from citations_app.grammar import Fundstelle, Norm, Rechtsordnung, extract, us_available  # noqa: E402

DATEN = ROOT / "tests" / "data" / "citations"
NORM_LABELS = frozenset(["GS", "VO", "EUN", "VS"])
Index = dict[str, dict[str, tuple[bool, bool, frozenset[str]]]]


class Satz(NamedTuple):
    """One sentence of the gold file with its spans as (start, end, label)."""

    text: str
    spannen: list[tuple[int, int, str]]


def read_gold() -> list[Satz]:
    """Return the sentences of the development file."""
    with (DATEN / "german_ler_dev.jsonl").open(encoding="utf-8") as datei:
        rows = [json.loads(line) for line in datei]
    return [
        Satz(row["text"], [(s["start"], s["end"], s["label"]) for s in row["spans"]])
        for row in rows
    ]


def art_of(satz: Satz, spanne: tuple[int, int, str]) -> str:
    """Return "norm" or "entscheidung" for a span that is measured, "" for any other."""
    start, end, label = spanne
    text = satz.text[start:end]
    if not any(zeichen.isdigit() for zeichen in text):
        return ""
    if label in NORM_LABELS and re.search("§|Art", text):
        return "norm"
    return "entscheidung" if label == "RS" else ""


def overlaps_half(a: tuple[int, int], b: tuple[int, int]) -> bool:
    """Return whether two spans share at least half of the shorter one."""
    gemeinsam = min(a[1], b[1]) - max(a[0], b[0])
    return 2 * gemeinsam >= min(a[1] - a[0], b[1] - b[0])


class Genauigkeit(NamedTuple):
    """Recall per kind, precision, and what was missed or wrong."""

    recall: dict[str, float]
    precision: float
    verfehlt: dict[str, list[str]]
    falsch: list[str]


def measure_accuracy(
    gold: list[Satz], lies: Callable[[str], list[Fundstelle]] = extract
) -> Genauigkeit:
    """Compare the citations of every sentence with the gold spans."""
    summe = {"norm": 0, "entscheidung": 0}
    verfehlt: dict[str, list[str]] = {"norm": [], "entscheidung": []}
    falsch: list[str] = []
    gezogen = 0
    for satz in gold:
        gelesen = [(f.start, f.end) for f in lies(satz.text)]
        gezogen += len(gelesen)
        for spanne in satz.spannen:
            art = art_of(satz, spanne)
            if not art:
                continue
            summe[art] += 1
            if not any(overlaps_half(g, spanne[:2]) for g in gelesen):
                verfehlt[art].append(satz.text[spanne[0] : spanne[1]])
        for start, end in gelesen:
            if not any(start < bis and von < end for von, bis, _ in satz.spannen):
                falsch.append(satz.text[start:end])
    recall = {art: 1 - len(verfehlt[art]) / summe[art] for art in summe}
    return Genauigkeit(recall, 1 - len(falsch) / max(1, gezogen), verfehlt, falsch)


# -- truth ---------------------------------------------------------------------------------------


def build_index(ordner: Path) -> Index:
    """Read `<slug>/xml.zip` of every law with the parser of the Normenbestand."""
    from citations_app.normenbestand.parser import read_law

    index: Index = {}
    for archiv in sorted(ordner.glob("*/xml.zip")):
        with zipfile.ZipFile(archiv) as datei:
            name = next(n for n in datei.namelist() if n.endswith(".xml"))
            gesetz = read_law(datei.read(name))
        index[archiv.parent.name] = {
            key: (v.weggefallen, v.gezaehlt, frozenset(a.nummer for a in v.absaetze))
            for key, v in gesetz.normen.items()
        }
    return index


def write_index(index: Index) -> None:
    """Write the index as a compressed table, without a time stamp, so that bytes repeat."""
    puffer = io.StringIO()
    for slug, normen in sorted(index.items()):
        for key, (weg, gezaehlt, absaetze) in normen.items():
            marke = f"{'w' if weg else ''}{'g' if gezaehlt else ''}"
            puffer.write(f"{slug}\t{key}\t{marke}\t{' '.join(sorted(absaetze))}\n")
    roh = gzip.compress(puffer.getvalue().encode("utf-8"), 9, mtime=0)
    (DATEN / "normindex.tsv.gz").write_bytes(roh)


def read_index() -> Index:
    """Return slug → section key → (repealed, numbered, Absatz labels)."""
    index: Index = {}
    text = gzip.decompress((DATEN / "normindex.tsv.gz").read_bytes()).decode("utf-8")
    for line in text.splitlines():
        slug, key, marke, absaetze = line.split("\t")
        norm = ("w" in marke, "g" in marke, frozenset(absaetze.split()))
        index.setdefault(slug, {})[key] = norm
    return index


def look_up(norm: Norm, index: Index) -> str:
    """Return "ok" or why the law of 2026 does not hold this norm."""
    einheit = "§" if norm.einheit == "§" else "Art"
    key = f"{einheit} {norm.nummer}"
    if norm.artikel:
        key = f"Art {norm.artikel} § {norm.nummer}"
    gefunden = index[norm.slug].get(key)
    if gefunden is None:
        return "fehlt"
    weggefallen, gezaehlt, absaetze = gefunden
    if weggefallen:
        return "weggefallen"
    if not norm.absatz or norm.absatz in absaetze or (not gezaehlt and norm.absatz == "1"):
        return "ok"
    return "Absatz fehlt"


class Wahrheit(NamedTuple):
    """How many parsed norms exist; `abseits` holds a.F. and repealed since 2018, with reasons."""

    geprueft: int
    bestaetigt: int
    abseits: list[str]
    verfehlt: list[str]

    @property
    def quote(self) -> float:
        return self.bestaetigt / self.geprueft


def measure_truth(gold: list[Satz], index: Index) -> Wahrheit:
    """Look every parsed norm of the laws at hand up."""
    gruende = dict(_gruende())
    geprueft = bestaetigt = 0
    abseits: list[str] = []
    verfehlt: list[str] = []
    for norm, anzeige in _normen(gold, index):
        befund = look_up(norm, index)
        nummer = f"{norm.einheit} {norm.nummer}"
        seit, grund = gruende.get((norm.gesetz, nummer), (0, "ohne Erklärung"))
        if norm.alte_fassung or (befund != "ok" and seit >= 2018):
            grund = "alte Fassung" if norm.alte_fassung else grund
            abseits += [f"{anzeige}: {befund} ({grund})"] * (befund != "ok")
            continue
        geprueft += 1
        bestaetigt += befund == "ok"
        if befund != "ok":
            verfehlt.append(f"{anzeige}: {befund} ({grund})")
    return Wahrheit(geprueft, bestaetigt, abseits, verfehlt)


def _normen(gold: list[Satz], index: Index) -> Iterator[tuple[Norm, str]]:
    for satz in gold:
        for fundstelle in extract(satz.text):
            if isinstance(fundstelle.teile, Norm) and fundstelle.teile.slug in index:
                yield fundstelle.teile, fundstelle.anzeige


def _gruende() -> Iterator[tuple[tuple[str, str], tuple[int, str]]]:
    text = (DATEN / "abgaenge.tsv").read_text(encoding="utf-8")
    for line in text.splitlines()[1:]:
        gesetz, normen, seit, grund = line.split("\t")
        for norm in normen.split("|"):
            yield (gesetz, norm), (int(seit), grund)


# -- speed ---------------------------------------------------------------------------------------


def seconds(aufruf: Callable[[], Any], mal: int = 5) -> float:
    """Return the least CPU time of several calls."""
    zeiten = []
    for _ in range(mal):
        start = time.process_time()
        aufruf()
        zeiten.append(time.process_time() - start)
    return min(zeiten)


def measure_speed(gold: list[Satz]) -> dict[str, float]:
    """Megabytes of UTF-8 per CPU second: whole file, sentence by sentence, dense answers."""
    texte = [satz.text for satz in gold]
    ganz = "\n".join(texte)
    dicht = "Nach § 280 Abs. 1, 3, § 281 Abs. 1 S. 1 BGB i.V.m. Art. 2 I GG haftet er. " * 12_000
    groesse = len(ganz.encode()) / 1e6
    extract(ganz[:20_000])
    return {
        "mb_s_am_stueck": groesse / seconds(lambda: extract(ganz)),
        "mb_s_satzweise": groesse / seconds(lambda: [extract(text) for text in texte], 3),
        "mb_s_dicht": len(dicht.encode()) / 1e6 / seconds(lambda: extract(dicht), 1),
        "s_je_mb_antwort": seconds(lambda: extract((ganz * 2)[:1_000_000]), 1),
    }


FEINDLICH: dict[str, Callable[[int], str]] = {
    "ziffern": lambda n: "§ " + "1" * n,
    "paragrafen": lambda n: "§ " * n,
    "liste": lambda n: "§§ " + ", ".join(str(i % 900 + 1) for i in range(n // 5)) + " BGB",
    "absaetze": lambda n: "§ 1 Abs. " + ", ".join(str(i % 90 + 1) for i in range(n // 5)) + " BGB",
    "schraegstriche": lambda n: "1/10 " * (n // 5),
    "reporter": lambda n: "NJW 2001, " * (n // 10),
    "sternchen": lambda n: "*_`<" * (n // 4),
    "bindung": lambda n: "§ 1 BGB und " * (n // 12),
}


def measure_growth() -> dict[str, float]:
    """Time of 400,000 characters over four times the time of 100,000; 1.0 is linear."""
    wachstum = {}
    for name, bau in FEINDLICH.items():
        klein, gross = bau(100_000), bau(400_000)
        zeit_klein = max(1e-4, seconds(lambda text=klein: extract(text), 2))  # type: ignore[misc]
        zeit_gross = seconds(lambda text=gross: extract(text), 1)  # type: ignore[misc]
        wachstum[name] = zeit_gross / (4 * zeit_klein)
    return wachstum


def us_hits_in_german(gold: list[Satz]) -> int:
    """Return how many US citations the German sentences yield; none is right."""
    return sum(f.rechtsordnung is Rechtsordnung.US for satz in gold for f in extract(satz.text))


def us_recall() -> float | None:
    """Return the share of eyecite's own readings, on its tables' examples, that are ours too."""
    if not us_available():
        return None
    from eyecite import get_citations
    from eyecite.models import FullCaseCitation, FullJournalCitation, FullLawCitation
    from reporters_db import JOURNALS, LAWS, REPORTERS

    gefunden = summe = 0
    for tabelle in (REPORTERS, LAWS, JOURNALS):
        for fassung in (f for fassungen in tabelle.values() for f in fassungen):
            for beispiel in fassung.get("examples", []):
                text = f"In the end the court relied on {beispiel}, and the other side did not."
                spannen = [(f.start, f.end) for f in extract(text)]
                for zitat in get_citations(text):
                    if not isinstance(
                        zitat, FullCaseCitation | FullLawCitation | FullJournalCitation
                    ):
                        continue
                    start, end = zitat.span()
                    summe += 1
                    gefunden += any(von < end and start < bis for von, bis in spannen)
    return gefunden / summe


def main() -> None:
    """Measure everything and print it as one JSON line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--gii", type=Path, help="folder with <slug>/xml.zip: rebuild the index")
    ordner = parser.parse_args().gii
    if ordner is not None:
        write_index(build_index(ordner))
    gold = read_gold()
    genau = measure_accuracy(gold)
    wahr = measure_truth(gold, read_index())
    ergebnis = {
        "benchmark": "citations",
        "recall_norm": round(genau.recall["norm"], 5),
        "recall_entscheidung": round(genau.recall["entscheidung"], 5),
        "precision": round(genau.precision, 5),
        "wahrheit": round(wahr.quote, 5),
        "normen_geprueft": wahr.geprueft,
        "us_in_deutsch": us_hits_in_german(gold),
        "eyecite": us_available(),
        "us_recall_gegen_eyecite": us_recall(),
        **{name: round(wert, 2) for name, wert in measure_speed(gold).items()},
        "wachstum": {name: round(wert, 2) for name, wert in measure_growth().items()},
        "verfehlt": genau.verfehlt,
        "falsch": genau.falsch,
        "abseits": wahr.abseits,
        "nicht_bestaetigt": wahr.verfehlt,
    }
    sys.stdout.write(json.dumps(ergebnis, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
