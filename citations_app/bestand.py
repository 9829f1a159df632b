"""The Normenbestand in force: packaged laws, overlaid by newer imported states."""

from __future__ import annotations

import time
from dataclasses import dataclass

from citations_app.models import Normenbestand
from citations_app.normenbestand import mitgeliefert
from citations_app.normenbestand.bestand import Bestand

GII = "https://www.gesetze-im-internet.de"
REFRESH_S = 60.0


@dataclass(slots=True)
class _Stand:
    """The process-wide state: which imported rows are in use, read again after a minute."""

    bestand: Bestand
    zeilen: dict[str, int]
    gelesen: float


_stand: _Stand | None = None


def current_bestand() -> Bestand:
    """Return the laws in force; imports of other processes are seen within a minute."""
    global _stand
    now = time.monotonic()
    if _stand is None or now - _stand.gelesen > REFRESH_S:
        zeilen = _newest_rows()
        if _stand is None or _stand.zeilen != zeilen:
            _stand = _Stand(Bestand(_loader(zeilen)), zeilen, now)
        _stand.gelesen = now
    return _stand.bestand


def forget_bestand() -> None:
    """Read the imported rows again at the next look-up."""
    global _stand
    _stand = None


def _newest_rows() -> dict[str, int]:
    """Return the row to use for each slug whose imported state is not older than the packaged."""
    packaged = mitgeliefert.verzeichnis()
    rows = Normenbestand.objects.order_by("slug", "builddate", "id")
    newest = {
        slug: (builddate, pk) for slug, builddate, pk in rows.values_list("slug", "builddate", "id")
    }
    return {
        slug: pk
        for slug, (builddate, pk) in newest.items()
        if slug not in packaged or builddate > packaged[slug].builddate
    }


def _loader(zeilen: dict[str, int]):
    def load(slug: str) -> bytes | None:
        if slug in zeilen:
            return Normenbestand.objects.get(pk=zeilen[slug]).content()
        return mitgeliefert.load(slug)

    return load


def herkunft_of(slug: str) -> tuple[str, str]:
    """Return (builddate, SHA-256 of the official XML) of the state in use, ("", "") if none."""
    current_bestand()
    pk = _stand.zeilen.get(slug) if _stand else None
    if pk is not None:
        row = Normenbestand.objects.only("builddate", "xml_sha256").get(pk=pk)
        return row.builddate, row.xml_sha256
    eintrag = mitgeliefert.verzeichnis().get(slug)
    return (eintrag.builddate, eintrag.xml_sha256) if eintrag else ("", "")
