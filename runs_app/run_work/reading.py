"""Turn claimed rows into calls: what was tried before, what is due now, what is sent."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from runs_app.begriffe import Abschlussgrund, Fehlerart, Gueltigkeit, VersuchArt
from runs_app.budget import Budgetplan, Versuchsausgang
from runs_app.engine.protocol import Claim
from runs_app.folge import Eintrag, Stand, due_attempt
from runs_app.hosts import local_hosts
from runs_app.models import Run, Transportversuch, Versuch
from runs_app.providers.base import Anfrage
from runs_app.run_work.situation import Teilnehmer
from runs_app.run_work.values import Kopf, RunJob
from runs_app.status import TechnischerStatus
from tasks_app.fingerprint import prompt_fingerprint
from tasks_app.models import Testfall

TEXTS_KEPT = 256

GELESEN = (
    "testfall_id",
    "teilnahme_id",
    "status",
    "versuche_zahl",
    "wiederholt_ungueltig",
    "wiederholt_technik",
    "lease_token",
    "lease_reserve",
    "prompt_fingerabdruck",
)
VERSUCH_FELDER = (
    "run_id",
    "nummer",
    "art",
    "limit",
    "gewaehrt",
    "abschlussgrund",
    "technischer_status",
    "token_ausgabe",
    "gueltigkeit",
    "started_at",
)


@dataclass(slots=True)
class History:
    """The stored attempts and tries of one Run."""

    versuche: list[dict[str, Any]] = field(default_factory=list)
    tries: list[dict[str, Any]] = field(default_factory=list)

    @property
    def next_number(self) -> int:
        return len(self.versuche) + 1

    def entries(self) -> list[Eintrag]:
        """Return the attempts as the rules want them."""
        return [
            Eintrag(
                ausgang=Versuchsausgang(
                    art=VersuchArt(v["art"]),
                    limit=v["limit"],
                    abgeschnitten=v["abschlussgrund"] == Abschlussgrund.LAENGE
                    and v["technischer_status"] == TechnischerStatus.BESONDERER_ABSCHLUSSGRUND,
                    ausgabe_token=v["token_ausgabe"],
                ),
                gueltigkeit=Gueltigkeit(v["gueltigkeit"]),
                status=TechnischerStatus(v["technischer_status"]),
            )
            for v in self.versuche
        ]

    def open_tries(self) -> list[dict[str, Any]]:
        """Return the failed tries that belong to the attempt now due."""
        return [t for t in self.tries if t["versuch_nummer"] == self.next_number]


def read_histories(run_ids: Iterable[int]) -> dict[int, History]:
    """Return the history of each Run that has one."""
    ids = list(run_ids)
    histories: dict[int, History] = {}
    versuche = Versuch.objects.filter(run_id__in=ids).order_by("run_id", "nummer")
    for row in versuche.values(*VERSUCH_FELDER):
        histories.setdefault(row["run_id"], History()).versuche.append(dict(row))
    tries = Transportversuch.objects.filter(run_id__in=ids).order_by("id")
    for row in tries.values("run_id", "versuch_nummer", "fehlerart", "warten_ms", "zeitpunkt"):
        histories.setdefault(row["run_id"], History()).tries.append(dict(row))
    return histories


def stand_of(run: Run, history: History, plan: Budgetplan) -> Stand:
    """Return the state of a Run before its next call."""
    tries = history.open_tries()
    return Stand(
        plan=plan,
        eintraege=tuple(history.entries()),
        transportfehler=len(tries),
        zeitlimits=sum(t["fehlerart"] == Fehlerart.ZEITLIMIT for t in tries),
        wiederholt_ungueltig=run.wiederholt_ungueltig,
        wiederholt_technik=run.wiederholt_technik,
    )


class JobReader:
    """Builds the call of each claimed Run; keeps the texts of the last Testfälle."""

    def __init__(self) -> None:
        self._texts: OrderedDict[int, tuple[str, str]] = OrderedDict()

    def claims(
        self, runs: Sequence[Run], members: Sequence[Teilnehmer], *, lane: str
    ) -> list[Claim]:
        """Return the claims of leased rows, slots before reserves."""
        if not runs:
            return []
        self._load_texts({run.testfall_id for run in runs})
        histories = read_histories(run.pk for run in runs if run.versuche_zahl)
        by_id = {member.id: member for member in members}
        return [
            Claim(
                key=run.pk,
                token=run.lease_token,
                lane=lane,
                reserve=run.lease_reserve,
                job=self._job(run, by_id[run.teilnahme_id], histories.get(run.pk, History())),
            )
            for run in runs
        ]

    def _load_texts(self, ids: set[int]) -> None:
        missing = [key for key in ids if key not in self._texts]
        if missing:
            rows = Testfall.objects.filter(pk__in=missing).only("prompt", "eingabedaten")
            for testfall in rows:
                text = testfall.gesendeter_text
                self._texts[testfall.pk] = (text, prompt_fingerprint(text))
        for key in ids:
            self._texts.move_to_end(key)
        while len(self._texts) > max(TEXTS_KEPT, len(ids)):
            self._texts.popitem(last=False)

    def _job(self, run: Run, member: Teilnehmer, history: History) -> RunJob:
        plan = plan_of(member, history)
        anforderung = due_attempt(stand_of(run, history, plan))
        text, fingerprint = self._texts[run.testfall_id]
        hindernis = ""
        if fingerprint != run.prompt_fingerabdruck:
            hindernis = "Der Prompt des Testfalls ist nicht mehr der eingefrorene."
        if anforderung is None:
            hindernis = "Für diesen Run ist kein Versuch fällig."
        kopf = Kopf(
            run_id=run.pk,
            lauf_id=member.lauf_id,
            anbieter_id=member.anbieter_id,
            lokal=member.lokal,
            anforderung=anforderung or due_attempt(Stand(plan=plan)),  # type: ignore[arg-type]
            plan=plan,
            regeln=member.regeln,
            preis=member.preis,
        )
        if hindernis:
            return RunJob(kopf=kopf, hindernis=hindernis)
        return RunJob(kopf=kopf, anfrage=_request(member, kopf, text))


def plan_of(member: Teilnehmer, history: History) -> Budgetplan:
    """Return the budget of a Run; what an attempt was granted in fact goes before the estimate."""
    gewaehrt = history.versuche[-1]["gewaehrt"] if history.versuche else member.eintrag["gewaehrt"]
    return Budgetplan(
        gewaehrt=gewaehrt,
        erstlimit=gewaehrt,
        denkbegrenzbar=member.eintrag["denkbudget"],
    )


def _request(member: Teilnehmer, kopf: Kopf, text: str) -> Anfrage:
    eintrag = member.eintrag
    return Anfrage(
        ausfuehrungsweg=member.weg,
        dialekt=member.dialekt,
        model_id=eintrag["api_model_id"] or eintrag["modell"],
        system=member.system,
        prompt=text,
        limit=kopf.anforderung.limit,
        deadline_s=float(member.zeitlimit_s),
        base_url=eintrag["base_url"],
        limit_parameter=eintrag["limit_parameter"],
        thinking_limit=kopf.anforderung.denklimit,
        effort_parameter=eintrag["effort_parameter"],
        key_env=member.key_env,
        lokale_hosts=local_hosts(),
        datei_pfad=member.datei_pfad,
        datei_sha256=eintrag["datei_sha256"],
        geladener_kontext=eintrag["geladener_kontext"],
    )
