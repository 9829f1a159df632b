"""Where the sample Aufgabensatz v2 lies and how the tests read it."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from citations_app.grammar import Norm, Rechtsordnung, extract
from citations_app.normenbestand.parser import read_law
from citations_app.normenbestand.types import Gesetz

WURZEL = Path(__file__).parents[2]
DATEN = WURZEL / "lexassay/beispiel/daten"
GII = WURZEL / "tests/data/gii"
KENNUNGEN = [f"v2-{n:02}" for n in range(1, 21)]
OEFFENTLICH, GEHEIM = KENNUNGEN[:14], KENNUNGEN[14:]
MODELLE = ["demo-aster", "demo-birke", "demo-cassia"]
ALLE = [(m, k) for m in MODELLE for k in KENNUNGEN]


@cache
def read(path: str) -> Any:
    """Return a YAML file of the sample."""
    return yaml.safe_load((DATEN / path).read_text("utf-8"))


def aufgabe(kennung: str) -> dict[str, Any]:
    return read(f"v2/{kennung}.yaml")


def aufzeichnung(modell: str, kennung: str) -> dict[str, Any]:
    return read(f"antworten/v2/{modell}/{kennung}.yaml")


def enden(modell: str, kennung: str) -> list[str]:
    """Return how the recorded attempts end, in order."""
    return [v["ende"] for v in aufzeichnung(modell, kennung).get("versuche", [{"ende": "stop"}])]


def graded(modell: str, kennung: str) -> bool:
    return enden(modell, kennung)[-1] == "stop"


@cache
def gesetz(slug: str) -> Gesetz:
    """Return a law from the official XML under tests/data."""
    with zipfile.ZipFile(GII / f"{slug}/xml.zip") as archive:
        name = next(n for n in archive.namelist() if n.endswith(".xml"))
        return read_law(archive.read(name))


def german_norms(text: str) -> list[Norm]:
    return [
        f.teile
        for f in extract(text)
        if isinstance(f.teile, Norm) and f.rechtsordnung is Rechtsordnung.DE and f.teile.slug
    ]


def gold_texts(t: dict[str, Any]) -> Iterator[str]:
    """Yield all the texts of a task in which the editors themselves state the law."""
    yield t["goldloesung"]
    for kriterium in t["kriterien"]:
        yield from (kriterium["text"], kriterium["fundstelle"], kriterium["erlaeuterung"])
    yield from (quelle["fundstelle"] for quelle in t["quellen"])


def one_line(text: str) -> str:
    return " ".join(text.split())
