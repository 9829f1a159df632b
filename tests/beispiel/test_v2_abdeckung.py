"""What the sample v2 must show: statuses, uses, evidence, attempts (`abdeckung.yaml`)."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import pytest

from citations_app.begriffe import Mangel, Verwendung, Zitatstatus
from citations_app.grammar import Zitatart
from grading_app.hinweis import hinweis_vorhanden
from tests.beispiel.v2_daten import ALLE, aufzeichnung, enden, read
from tests.beispiel.v2_zitate import register, zitate

# Where US cases are not read (requirements/us.lock is optional), what rests on them is not tested.
OHNE_US = find_spec("eyecite") is None
ENTSCHEIDUNGEN = {Zitatart.ENTSCHEIDUNG, Zitatart.EU_ENTSCHEIDUNG, Zitatart.ECLI, Zitatart.US_FALL}


def shown(merkmal: str) -> list[dict[str, Any]]:
    return [row for row in read("v2/abdeckung.yaml")["zeigt"] if row["merkmal"] == merkmal]


def rows_with(field: str) -> list[dict[str, Any]]:
    return [row for row in read("v2/abdeckung.yaml")["zeigt"] if field in row]


@pytest.mark.parametrize("row", rows_with("zitat"), ids=lambda r: f"{r['merkmal']} {r['testfall']}")
def test_a_citation_has_the_status_and_use_that_the_sample_promises(row: dict[str, Any]) -> None:
    found = [
        z
        for z in zitate(row["modell"], row["testfall"])
        if z.fundstelle.text == row["zitat"]
        and row.get("anzeige", z.fundstelle.anzeige) == z.fundstelle.anzeige
    ]
    if OHNE_US and row.get("braucht") == "eyecite":
        pytest.skip("US cases are not read in this installation")
    assert found, row
    for z in found:
        assert z.stand.status == row["status"], z.stand
        assert z.verwendung == row["verwendung"]
        assert z.stand.von_hand is row.get("von_hand", False)
        assert (z.stand.verdacht or "") == row.get("mangel", "")
        assert row.get("hinweis", "") in " ".join(z.stand.hinweise)


@pytest.mark.parametrize("row", rows_with("enden"), ids=lambda r: f"{r['merkmal']} {r['testfall']}")
def test_an_answer_ends_as_the_sample_promises(row: dict[str, Any]) -> None:
    assert enden(row["modell"], row["testfall"]) == row["enden"]


def test_all_statuses_uses_and_kinds_of_evidence_are_shown() -> None:
    rows = rows_with("zitat")
    assert {r["status"] for r in rows} == {s.value for s in Zitatstatus}
    assert {r["verwendung"] for r in rows} == {v.value for v in Verwendung}
    for merkmal in (
        "verdacht_nicht_bestaetigt",
        "verdacht_widerlegt",
        "abzug_durch_zwei_quellen",
        "handbefund",
        "erfundenes_urteil_zurueckgewiesen",
        "nachlauf_heilt",
        "weiter_abgeschnitten",
        "ungueltig_wiederholt",
        "timeout",
        "provider_fehler",
        "leere_ausgabe",
        "besonderer_abschlussgrund",
        "hinweis_fehlt",
    ):
        assert shown(merkmal), merkmal


def test_a_missing_notice_is_missing() -> None:
    for row in shown("hinweis_fehlt"):
        assert not hinweis_vorhanden(aufzeichnung(row["modell"], row["testfall"])["antwort"])


def test_every_handbefund_meets_a_citation_and_says_why() -> None:
    for row in read("handbefunde.yaml"):
        texts = {z.fundstelle.text for z in zitate(row["modell"], row["testfall"])}
        unread = OHNE_US and " v. " in row["zitat"]
        assert unread or row["zitat"] in texts
        assert row["begruendung"].strip()
        assert row["beleg"].strip()


def test_every_decision_that_an_answer_cites_has_an_entry_in_the_sources() -> None:
    cited = {
        z.fundstelle.abzugsschluessel
        for m, k in ALLE
        for z in zitate(m, k)
        if z.fundstelle.art in ENTSCHEIDUNGEN
    }
    assert cited <= set(register())
    held = {key for key in register() if ":dec:" in key or (":case:" in key and not OHNE_US)}
    assert held <= cited


def test_a_mangel_named_in_the_cover_list_is_one_of_the_known() -> None:
    assert {r["mangel"] for r in rows_with("mangel")} <= {m.value for m in Mangel}
