"""The whole judgement of recorded answers over HTTP: every verdict arrives as it was recorded.

Tasks and answers are those of the sample; the judge is the stand-in provider, a real server on
loopback that the ordinary adapter calls through the engine.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from citations_app.models import Zitat
from grading_app import jobs
from grading_app.begriffe import AuftragStatus
from grading_app.models import Bewertungsauftrag
from grading_app.selectors import aktuelle_bewertungen, kontrollbefunde, runs_zu_bewerten
from grading_app.services import request_judgement
from lexassay.beispiel.standin.anbieter_aufzeichnungen import Aufzeichnungen
from lexassay.beispiel.standin.anbieterserver import Anbieter, serve
from runs_app.engine.protocol import Takt
from runs_app.models import Anbieter as Anbieterzeile
from tasks_app.services import import_folder
from tests.grading_app import bausteine as b

pytestmark = pytest.mark.django_db(transaction=True)

DATEN = Path(__file__).resolve().parents[2] / "lexassay" / "beispiel" / "daten"


@pytest.fixture(scope="module")
def station() -> Iterator[str]:
    """The stand-in with all recordings; yields its base URL."""
    anbieter = Anbieter(aufzeichnungen=Aufzeichnungen.load(DATEN))
    loop = asyncio.new_event_loop()
    bereit: list[Any] = []
    oben = threading.Event()

    async def start() -> None:
        bereit.append(await serve(anbieter, 0))
        oben.set()

    def run() -> None:
        asyncio.set_event_loop(loop)
        loop.run_until_complete(start())
        loop.run_forever()
        bereit[0].close()
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()

    faden = threading.Thread(target=run, daemon=True)
    faden.start()
    assert oben.wait(10)
    yield f"http://127.0.0.1:{bereit[0].sockets[0].getsockname()[1]}/v1"
    loop.call_soon_threadsafe(loop.stop)
    faden.join(5)


def aufgezeichnet(satz: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Model, task and record of every answer that has verdicts."""
    for pfad in sorted((DATEN / "antworten" / satz).glob("*/*.yaml")):
        datei = yaml.safe_load(pfad.read_text("utf-8"))
        if datei.get("antwort") and (datei.get("urteile") or datei.get("label")):
            yield pfad.parent.name, pfad.stem, datei


@pytest.mark.parametrize(("satz", "rubrik"), [("v2", "kriterien"), ("v1", "dreistufig")])
def test_every_recorded_verdict_reaches_its_run(station, settings, tmp_path, satz, rubrik):
    settings.SPOOL_DIR = tmp_path
    settings.JUDGE_WARTEN_S = 0
    settings.JUDGE_TAKT = Takt(idle_s=0.02, idle_end_s=0.1, soon_s=2.0, claim_s=60.0)
    import_folder(ordner=DATEN / satz, user=b.redaktion())
    b.rubrik(rubrik)
    from tasks_app.models import Testfall

    faelle = {f.kennung: f for f in Testfall.objects.all()}
    erwartet = {}
    for modell, kennung, datei in aufgezeichnet(satz):
        run = b.run(faelle[kennung], datei["antwort"], von=b.modell(modell))
        erwartet[run.pk] = datei
    assert len(erwartet) >= 8
    Zitat.objects.update(naechste_quelle="")  # no second look is due: citations are not the point
    Anbieterzeile.objects.update(kein_training_nachweis="Musterschreiben")
    richter = [
        b.judge(name, base_url=station, ausfuehrungsweg="kompatibel") for name in ("j-1", "j-2")
    ]
    request_judgement(
        lauf=b.lauf(), bewerter=richter, user=b.redaktion(), ueberlappung_prozent=20, seed="probe"
    )
    jobs.judge_due(50)
    gescheitert = Bewertungsauftrag.objects.exclude(status=AuftragStatus.ERLEDIGT)
    assert [a.fehlertext for a in gescheitert] == []
    assert kontrollbefunde(b.lauf()) == {}
    assert jobs.grade_due(500) == len(erwartet)
    assert not runs_zu_bewerten().exists()
    for note in aktuelle_bewertungen(b.lauf()):
        soll = erwartet[note.run_id]
        if satz == "v1":
            assert note.label == soll["label"]
            continue
        assert {u["kennung"]: u["erfuellt"] for u in note.urteile} == {
            k: bool(u["erfuellt"]) for k, u in soll["urteile"].items()
        }
