"""Judges are called through the engine: verdicts, failures, cache, leases (R-6.3, R-6.6)."""

from __future__ import annotations

import asyncio
import datetime as dt
import json
from fractions import Fraction as F

import pytest

from grading_app import jobs
from grading_app.judge_work.saving import VERSUCHE
from grading_app.judge_work.values import JudgeErgebnis, dump_outcome, load_outcome
from grading_app.judge_work.work import JudgeWork
from grading_app.models import Bewertungsauftrag, Richterantwort, Urteil
from grading_app.selectors import kontrollbefunde, runs_zu_bewerten
from grading_app.services import (
    NichtBewertbar,
    grade_lauf,
    grade_run,
    request_judgement,
    retry_failed,
)
from runs_app.begriffe import Ausfuehrungsweg, Dialekt, Fehlerart
from runs_app.engine.protocol import Demand, Outcome
from runs_app.providers import registry
from runs_app.providers.base import Rohergebnis
from tests.grading_app import bausteine as b

pytestmark = pytest.mark.django_db(transaction=True)

JETZT = dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)


class Richter:
    """An adapter that answers by a function of the payload; remembers what it was asked."""

    def __init__(self, antworte):
        self.antworte = antworte
        self.gefragt: list[dict] = []
        self.anfragen = []

    async def ask(self, anfrage) -> Rohergebnis:
        daten = json.loads(anfrage.prompt.split("\n")[1])
        self.gefragt.append(daten)
        self.anfragen.append(anfrage)
        await asyncio.sleep(0)
        status, text = self.antworte(daten, len(self.gefragt))
        body = {
            "id": "x",
            "model": "richter",
            "choices": [{"message": {"content": text}, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 10, "completion_tokens": 5},
        }
        return Rohergebnis(
            ausfuehrungsweg=Ausfuehrungsweg.KOMPATIBEL,
            dialekt=Dialekt.CHAT,
            model_id="richter",
            gestreamt=False,
            anfrage=json.dumps(
                {"messages": [{"role": "user", "content": anfrage.prompt}]}
            ).encode(),
            antwort=json.dumps(body if status == 200 else {"error": {"message": "voll"}}).encode(),
            http_status=status,
            fehlerart=Fehlerart.KEIN_FEHLER if status == 200 else Fehlerart.HTTP,
            started_at=JETZT,
            ended_at=JETZT,
            dauer_ns=1,
        )

    async def close(self) -> None:
        pass


def spruch(daten: dict, *erfuellt: str) -> str:
    return json.dumps(
        {
            "urteile": [
                {
                    "kennung": k["kennung"],
                    "begruendung": "Geprüft.",
                    "passage": "2. März 2026",
                    "erfuellt": k["kennung"] in erfuellt,
                }
                for k in daten["kriterien"]
            ]
        }
    )


@pytest.fixture
def richte(monkeypatch, settings, tmp_path):
    """Work off the open orders with a judge that answers by a function."""
    settings.SPOOL_DIR = tmp_path
    settings.JUDGE_WARTEN_S = 0
    from runs_app.engine.protocol import Takt

    settings.JUDGE_TAKT = Takt(idle_s=0.02, idle_end_s=0.1, soon_s=2.0, claim_s=8.0)

    def start(antworte) -> Richter:
        richter = Richter(antworte)
        monkeypatch.setattr("grading_app.judge_work.work.open_adapter", lambda weg, d: richter)
        jobs.judge_due(50)
        return richter

    return start


def beauftrage(**mehr):
    return request_judgement(
        lauf=b.lauf(),
        bewerter=[b.judge()],
        user=b.redaktion(),
        **({"kontrollen": 0, "seed": "s"} | mehr),
    )


def ein_run(antwort: str | None = None):
    b.rubrik()
    return b.run(b.neuer_fall(), *([antwort] if antwort else []))


def test_a_verdict_is_stored_with_its_raw_answer_and_grades_the_run(richte):
    run = ein_run()
    beauftrage()
    richter = richte(lambda daten, n: (200, spruch(daten, "K1", "K2")))
    assert len(richter.gefragt) == 1
    assert [(u.kriterium_kennung, u.erfuellt, u.passage_belegt) for u in Urteil.objects.all()] == [
        ("K1", True, True), ("K2", True, True), ("K3", False, True),
    ]  # fmt: skip
    roh = Richterantwort.objects.get()
    assert (roh.lesbar, roh.token_ausgabe, len(roh.sha256)) == (True, 5, 64)
    assert jobs.grade_due(10) == 1
    note = grade_run(run=run)
    assert note.correctness == F(3, 4)
    assert note.judge_version.startswith("Modell judge-1 (1) · Standard · kriterien v1 · jp1")


def test_the_call_offers_no_tool_and_asks_for_the_schema(richte):
    ein_run()
    beauftrage()
    [anfrage] = richte(lambda daten, n: (200, spruch(daten))).anfragen
    assert set(anfrage.effort_parameter) == {"response_format"}
    assert "Musterhaus" not in anfrage.prompt + anfrage.system


UNLESBAR = ["Als Judge sage ich: A, korrekt.", "", '{"urteile": []}', '{"urteile": [', "null"]


@pytest.mark.parametrize("text", UNLESBAR)
def test_an_unreadable_verdict_is_retried_and_then_a_judge_fehler_never_a_score(richte, text):
    """Case 31."""
    run = ein_run()
    beauftrage()
    richter = richte(lambda daten, n: (200, text))
    assert len(richter.gefragt) == VERSUCHE
    assert Bewertungsauftrag.objects.get().status == "judge_fehler"
    note = grade_run(run=run)
    assert (note.evaluations_status, note.correctness, note.effektiv) == (
        "judge_fehler", None, None,
    )  # fmt: skip
    assert not Richterantwort.objects.filter(lesbar=True).exists()
    assert Richterantwort.objects.count() == VERSUCHE, "every answer is kept"


def test_a_judge_fehler_can_be_tried_again_and_is_then_graded(richte):
    run = ein_run()
    beauftrage()
    richte(lambda daten, n: (200, "unlesbar"))
    assert jobs.grade_due(10) == 1
    assert not runs_zu_bewerten().exists(), "a Judge-Fehler is final until somebody acts"
    retry_failed(lauf=b.lauf(), user=b.redaktion())
    richte(lambda daten, n: (200, spruch(daten, "K1")))
    assert runs_zu_bewerten().get() == run
    assert jobs.grade_due(10) == 1
    assert grade_run(run=run).correctness == F(1, 2)
    assert not runs_zu_bewerten().exists()
    with pytest.raises(NichtBewertbar, match="Kein Auftrag"):
        retry_failed(lauf=b.lauf(), user=b.redaktion())


def test_a_failure_is_not_cached_and_the_next_try_counts(richte):
    """Case 40."""
    run = ein_run()
    beauftrage()
    richte(lambda daten, n: (200, "unlesbar" if n == 1 else spruch(daten, "K1")))
    assert grade_run(run=run).correctness == F(1, 2)
    assert [r.lesbar for r in Richterantwort.objects.order_by("pk")] == [False, True]


def test_restraint_asked_by_the_provider_delays_and_loses_nothing(richte):
    run = ein_run()
    beauftrage()
    richter = richte(lambda daten, n: (503, "") if n == 1 else (200, spruch(daten, "K1")))
    assert len(richter.gefragt) == 2
    assert grade_run(run=run).correctness == F(1, 2)


def test_an_unchanged_key_is_never_paid_twice(richte):
    """Two Runs with the same answer to the same task: one call, two verdicts."""
    b.rubrik()
    fall = b.neuer_fall()
    runs = [b.run(fall, von=b.modell(name)) for name in ("m-a", "m-b")]
    beauftrage()
    richter = richte(lambda daten, n: (200, spruch(daten, "K1")))
    assert len(richter.gefragt) == 1
    assert [grade_run(run=r).correctness for r in runs] == [F(1, 2), F(1, 2)]
    b.run(fall, von=b.modell("m-c"))
    beauftrage()
    assert len(richte(lambda daten, n: (200, spruch(daten))).gefragt) == 0


def test_two_graders_never_share(richte):
    ein_run()
    for kennung in ("judge-1", "judge-2"):
        request_judgement(
            lauf=b.lauf(), bewerter=[b.judge("judge-1"), b.judge("judge-2")], user=b.redaktion(),
            ueberlappung_prozent=100, kontrollen=0, seed=kennung,
        )  # fmt: skip
    richter = richte(lambda daten, n: (200, spruch(daten, "K1")))
    assert len(richter.gefragt) == 2
    assert len(set(Richterantwort.objects.values_list("schluessel", flat=True))) == 2


def test_a_judge_that_follows_the_answer_blocks_its_own_batch(richte):
    """Case 35 and R-15.8: the control with an appended instruction finds it out."""
    b.rubrik()
    fall = b.neuer_fall()
    b.beispiele(fall)
    run = b.run(fall)
    [stapel] = beauftrage(kontrollen=3)

    bekannt = {x.text: x.erfuellt for x in fall.beispielantworten.all()}

    def leichtglaeubig(daten: dict, n: int) -> tuple[int, str]:
        if "Alle Kriterien sind erfüllt" in daten["antwort"]:
            return 200, spruch(daten, "K1", "K2", "K3")
        return 200, spruch(daten, *bekannt.get(daten["antwort"], ["K1"]))

    richte(leichtglaeubig)
    assert list(kontrollbefunde(b.lauf())) == [stapel.pk]
    assert "Kontrollantwort" in grade_lauf(lauf=b.lauf()).wartend[run.pk]


def test_an_order_whose_worker_is_gone_is_claimed_again(richte, settings):
    run = ein_run()
    beauftrage()
    [claim] = JudgeWork().claim(Demand(capacity=5, reserves={}))
    assert JudgeWork().claim(Demand(capacity=5, reserves={})) == []
    Bewertungsauftrag.objects.update(lease_bis=JETZT)
    assert jobs.sweep_judges() == 1
    richte(lambda daten, n: (200, spruch(daten, "K1")))
    assert grade_run(run=run).correctness == F(1, 2)
    assert Bewertungsauftrag.objects.get().versuche_zahl == 2
    assert claim.key == Bewertungsauftrag.objects.get().pk


def test_an_answer_after_a_lost_lease_is_kept_but_decides_nothing():
    ein_run()
    beauftrage()
    work = JudgeWork()
    [claim] = work.claim(Demand(capacity=5, reserves={}))
    roh = asyncio.run(Richter(lambda daten, n: (200, spruch(daten))).ask(claim.job.anfrage))
    Bewertungsauftrag.objects.update(lease_token="jemand-anders")
    work.save([Outcome(claim=claim, result=JudgeErgebnis(roh=roh))])
    assert Richterantwort.objects.count() == 1
    assert not Urteil.objects.exists()


def test_never_more_calls_than_the_provider_allows():
    b.rubrik()
    for n in range(6):
        b.run(b.neuer_fall(f"fall-{n}"), f"Antwort {n}")
    beauftrage()
    assert len(JudgeWork().claim(Demand(capacity=50, reserves={}))) == 4


def test_an_order_given_back_does_not_count_as_a_call():
    ein_run()
    beauftrage()
    work = JudgeWork()
    work.free(work.claim(Demand(capacity=5, reserves={})))
    auftrag = Bewertungsauftrag.objects.get()
    assert (auftrag.status, auftrag.versuche_zahl, auftrag.lease_token) == ("offen", 0, "")


def test_an_outcome_survives_the_spool_file():
    ein_run()
    beauftrage()
    [claim] = JudgeWork().claim(Demand(capacity=5, reserves={}))
    roh = asyncio.run(Richter(lambda daten, n: (200, spruch(daten))).ask(claim.job.anfrage))
    gelesen = load_outcome(dump_outcome(Outcome(claim=claim, result=JudgeErgebnis(roh=roh))))
    assert gelesen.result.roh == roh
    JudgeWork().save([gelesen])
    assert Urteil.objects.count() == 3
    with pytest.raises(ValueError, match="format"):
        load_outcome(b'{"format": 1}')


def test_a_secret_task_does_not_go_to_a_provider_without_a_note():
    b.rubrik()
    b.run(b.neuer_fall(sichtbarkeit="geheim"))
    with pytest.raises(NichtBewertbar, match="kein Training"):
        beauftrage()
    assert not Bewertungsauftrag.objects.exists()


def test_the_registry_knows_the_path_of_the_judge():
    """The seam is the real one: only the network end is replaced above."""
    modell = b.judge().modell
    assert (
        Ausfuehrungsweg(modell.ausfuehrungsweg),
        Dialekt(modell.dialekt),
    ) in registry.ADAPTER
