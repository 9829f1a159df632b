"""Finds the adapter of a source by its kennung; a new source is one line here and one file."""

from __future__ import annotations

from functools import cache

from django.utils.module_loading import import_string

from citations_app.sources.base import Quelle

ADAPTER = {
    "angaben": "citations_app.sources.angaben.Angaben",
    "normenbestand": "citations_app.sources.normenbestand.NormenbestandQuelle",
    "gesetze_im_internet": "citations_app.sources.gesetze_im_internet.GesetzeImInternet",
    "dejure": "citations_app.sources.dejure.Dejure",
    "neuris": "citations_app.sources.neuris.Neuris",
    "courtlistener": "citations_app.sources.courtlistener.CourtListener",
    "cornell": "citations_app.sources.cornell.Cornell",
    "beispielquelle_a": "citations_app.sources.beispielquelle.BeispielquelleA",
    "beispielquelle_b": "citations_app.sources.beispielquelle.BeispielquelleB",
}


@cache
def adapter(kennung: str) -> Quelle:
    """Return the adapter of a source; raises `KeyError` for an unknown one."""
    quelle: Quelle = import_string(ADAPTER[kennung])()
    return quelle
