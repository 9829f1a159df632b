"""Step 5: example answers grade as stated (R-1.3)."""

from __future__ import annotations

import pytest

from grading_app.beispielpruefung import beispielmaengel
from grading_app.testfall_anmeldungen import check_examples, graders_that_saw, step_examples
from tasks_app.definition import schritte
from tasks_app.models import Beispielantwort
from tests.grading_app import bausteine as b

pytestmark = pytest.mark.django_db


def beispiel(fall, art: str, **felder) -> None:
    Beispielantwort.objects.create(testfall=fall, art=art, **({"text": "…"} | felder))


def test_step_five_is_registered():
    assert 5 in {s.nummer for s in schritte()}


def test_a_criteria_task_needs_three_kinds_of_its_own():
    b.rubrik()
    fall = b.neuer_fall()
    beispiel(fall, "positiv", erfuellt=["K1", "K2", "K3"])
    stand = step_examples(fall)
    assert not stand.erfuellt
    assert "ein teilweise richtiges" in stand.text
    assert "ein falsches" in stand.text


@pytest.mark.parametrize(
    ("erfuellt", "wert", "mangel"),
    [
        (["K1"], "1/2", ""),
        (["K1"], "", ""),
        (["K1"], "3/4", "ergeben 1/2 statt 3/4"),
        (["K9"], "1/2", "K9"),
        (["K1"], "halb", "kein Bruch"),
    ],
)
def test_the_stated_value_is_the_share_of_the_weights(erfuellt, wert, mangel):
    b.rubrik()
    fall = b.neuer_fall()
    beispiel(fall, "positiv", erfuellt=["K1", "K2", "K3"])
    beispiel(fall, "negativ")
    beispiel(fall, "teilweise", erfuellt=erfuellt, erwarteter_wert=wert)
    befunde = " ".join(beispielmaengel(fall))
    assert mangel in befunde
    assert bool(befunde) is bool(mangel)


def test_the_examples_of_a_rule_serve_all_its_tasks_and_own_ones_are_graded():
    b.regel()
    fall = b.neuer_fall("r", "regel", sollwert="29", regel_kennung="zahl")
    assert beispielmaengel(fall) == []
    beispiel(fall, "positiv", text="30", erwarteter_wert="1")
    assert beispielmaengel(fall) == ["Beispiel 1: ergibt 0 statt 1."]


def test_without_a_rule_in_force_the_step_is_open():
    fall = b.neuer_fall("r", "regel", sollwert="29", regel_kennung="zahl")
    assert "Keine Bewertungsregel" in step_examples(fall).text


def test_an_archived_set_is_exempt():
    fall = b.neuer_fall("v1", "dreistufig")
    fall.aufgabensatz.archiviert = True
    assert beispielmaengel(fall) == []


def test_a_finding_never_quotes_a_secret_task():
    fall = b.neuer_fall("geheim-1", sichtbarkeit="geheim", eingefroren_am=b.JETZT)
    beispiel(fall, "teilweise", erfuellt=["Streng-Geheim"])
    [befund] = check_examples(fall.aufgabensatz, [fall])
    assert "Streng-Geheim" not in befund.meldung


def test_the_ledger_names_the_provider_of_a_judge_only_once_it_was_called():
    from grading_app.services import request_judgement

    b.rubrik()
    fall = b.neuer_fall()
    run = b.run(fall)
    request_judgement(
        lauf=b.lauf(), bewerter=[b.judge()], user=b.redaktion(), kontrollen=0, seed="s"
    )
    assert list(graders_that_saw(fall)) == []
    run.auftraege.update(versuche_zahl=1)
    assert [z.wer for z in graders_that_saw(fall)] == ["Musteranbieter"]
