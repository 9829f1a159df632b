"""Every row of the table of citations that other software got wrong."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from citations_app.grammar import (
    Entscheidung,
    Fundstelle,
    Norm,
    UsFall,
    UsNorm,
    extract,
    us_available,
)

TABELLE = Path(__file__).resolve().parents[2] / "data" / "citations" / "citation_cases.tsv"


def _rows() -> list[dict[str, str]]:
    with TABELLE.open(encoding="utf-8", newline="") as datei:
        return list(csv.DictReader(datei, delimiter="\t", quoting=csv.QUOTE_NONE))


def in_table_form(fundstelle: Fundstelle) -> str:
    """Return a citation as the table writes it."""
    match fundstelle.teile:
        case Norm() as norm:
            teile = [norm.gesetz, norm.einheit, norm.nummer]
            teile += ["Abs.", norm.absatz] if norm.absatz else []
            teile += ["S.", *norm.satz] if norm.satz else []
            return " ".join(teile)
        case Entscheidung() as entscheidung:
            teile = [entscheidung.gericht, entscheidung.datum, *entscheidung.aktenzeichen]
            return " ".join(filter(None, teile))
        case UsFall() as fall:
            return fall.fundstellen[0]
        case _:
            return fundstelle.anzeige


@pytest.mark.parametrize("row", _rows(), ids=lambda row: row["eingabe"][:40])
def test_row_is_read_exactly(row: dict[str, str]) -> None:
    erwartet: dict[str, Any] = json.loads(row["erwartet"])
    gelesen = extract(row["eingabe"])
    if row["art"].startswith("us") and not us_available():
        gelesen = [f for f in gelesen if not isinstance(f.teile, UsFall)]
        pytest.skip("eyecite is not installed")
    cites = [in_table_form(f) for f in gelesen]
    if "cites" in erwartet:
        assert cites == erwartet["cites"]
    else:
        assert len(cites) == 1
    for verboten in erwartet.get("nicht", []):
        assert verboten not in cites
    _check_details(gelesen, erwartet, row["eingabe"])


def _check_details(gelesen: list[Fundstelle], erwartet: dict[str, Any], eingabe: str) -> None:
    teile = [f.teile for f in gelesen]
    faelle = [teil for teil in teile if isinstance(teil, UsFall)]
    if "name" in erwartet:
        assert [fall.name for fall in faelle] == [erwartet["name"]]
    if "namen" in erwartet:
        assert [fall.name for fall in faelle] == erwartet["namen"]
    if "jahr" in erwartet or "jahre" in erwartet:
        assert [fall.jahr for fall in faelle] == erwartet.get("jahre", [erwartet.get("jahr")])
    if "gericht" in erwartet:
        assert [fall.gericht for fall in faelle] == [erwartet["gericht"]]
    if "offen_bis" in erwartet:
        assert [t.zusatz for t in teile if isinstance(t, UsNorm)] == [erwartet["offen_bis"]]
    if "abfrage" in erwartet:
        assert [fall.abfrage for fall in faelle] == [erwartet["abfrage"]]
    if "celex" in erwartet:
        assert [t.celex for t in teile if isinstance(t, Entscheidung)] == [erwartet["celex"]]
    if faelle and "cites" not in erwartet:
        assert eingabe.startswith(faelle[0].name)
