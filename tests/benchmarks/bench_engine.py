"""DESIGN 9, rows 1 and 3: executing Runs with every one saved, and starting a Lauf of 20,000 Runs.

`python -m tests.benchmarks.bench_engine` prints one JSON line. Each figure is a ratio against the
ideal N·L/C of the same run; beside it stands what bare sockets reach on the same server.
"""

from __future__ import annotations

import asyncio
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FAELLE = ((2_000, 50, 50), (2_000, 200, 50), (500, 50, 1_000))


def main(rounds: int = 3) -> dict[str, Any]:
    """Measure everything on a database of its own; return the line."""
    with tempfile.TemporaryDirectory() as folder:
        env = _environment(Path(folder))
        _run([sys.executable, "manage.py", "migrate", "-v0"], env)
        line: dict[str, Any] = {"bench": "engine"}
        for runs, width, latency in FAELLE:
            line[f"C{width}_{latency}ms"] = _case(env, runs, width, latency, rounds)
        line["start_20000_s"] = _child(env, "start", 20_000)["sekunden"]
        return line


def _environment(folder: Path) -> dict[str, str]:
    url = os.environ.get("BENCH_DATABASE_URL", f"sqlite:///{folder / 'bench.sqlite3'}")
    return {
        **os.environ,
        "DATABASE_URL": url,
        "LEXASSAY_ENV_DATEI": os.devnull,
        "LEXASSAY_VAR": str(folder),
        "REDIS_URL": "redis://127.0.0.1:1/0",
        "LOG_LEVEL": "ERROR",
        "DJANGO_SETTINGS_MODULE": "lexassay.settings",
    }


def _run(command: list[str], env: dict[str, str]) -> str:
    done = subprocess.run(command, cwd=ROOT, env=env, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout


def _child(env: dict[str, str], what: str, *numbers: int) -> dict[str, Any]:
    module = "tests.benchmarks.bench_engine"
    out = _run([sys.executable, "-m", module, what, *map(str, numbers)], env)
    return dict(json.loads(out.splitlines()[-1]))


def _case(env: dict[str, str], runs: int, width: int, latency: int, rounds: int) -> dict[str, Any]:
    """Interleave bare sockets and the engine on one server; return medians."""
    server = subprocess.Popen(
        [sys.executable, "-m", "tests.benchmarks.rohserver", str(latency)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    port = int(server.stdout.readline())
    ideal = runs * latency / 1000 / width
    raw, engine, cpu, memory, most = [], [], [], [], []
    try:
        for _ in range(rounds):
            asyncio.run(_bare(port, runs, width))
            raw.append(_counters(port)["makespan_s"] / ideal)
            child = _child(env, "engine", port, runs, width)
            counters = _counters(port)
            assert counters["n"] == runs, counters
            assert child["beendet"] == runs, child
            engine.append(counters["makespan_s"] / ideal)
            most.append(counters["gleichzeitig"])
            cpu.append(child["cpu_s"] * 1_000 / runs)
            memory.append(child["speicher_mb"])
    finally:
        server.terminate()
        server.wait()
        server.stdout.close()
    return {
        "runs": runs,
        "verhaeltnis": round(statistics.median(engine), 3),
        "roh": round(statistics.median(raw), 3),
        "cpu_s_je_1000": round(statistics.median(cpu), 2),
        "speicher_mb": max(memory),
        "gleichzeitig": max(most),
    }


def _counters(port: int) -> dict[str, Any]:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/stand", timeout=10) as answer:
        return dict(json.loads(answer.read()))


async def _bare(port: int, runs: int, width: int) -> None:
    """The floor: sockets, no library, nothing saved."""
    request = b"POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}"
    left = iter(range(runs))

    async def one() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for _ in left:
            writer.write(request)
            head = await reader.readuntil(b"\r\n\r\n")
            await reader.readexactly(int(head.lower().split(b"content-length:")[1].split()[0]))
        writer.close()
        await writer.wait_closed()

    await asyncio.gather(*(one() for _ in range(width)))


# In a process of its own --------------------------------------------------------------------------


def _engine_child(port: int, runs: int, width: int) -> dict[str, Any]:
    import django

    django.setup()
    from runs_app.begriffe import RunStatus
    from runs_app.engine.loop import Engine
    from runs_app.engine.protocol import Takt
    from runs_app.engine.spool import Spool
    from runs_app.jobs import ENTFERNT
    from runs_app.models import Run
    from runs_app.run_work.work import RunWork
    from tests.runs_app import bausteine

    number = Run.objects.count()
    provider = bausteine.anbieter(f"station-{number}", max_gleichzeitig=width)
    model = bausteine.modell(f"http://127.0.0.1:{port}/v1", "probe", anbieter=provider)
    lauf = bausteine.lauf([model], katalogversion=bausteine.katalog(runs // 10), wiederholungen=10)
    takt = Takt(claim_s=300, idle_end_s=0.2)

    async def work() -> None:
        await Engine(
            RunWork(wege=ENTFERNT), spool=Spool(Path(os.environ["LEXASSAY_VAR"])), takt=takt
        ).run()

    before = time.process_time()
    asyncio.run(work())
    done = Run.objects.filter(teilnahme__lauf=lauf, status=RunStatus.BEENDET).count()
    return {
        "beendet": done,
        "cpu_s": time.process_time() - before,
        "speicher_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }


def _start_child(runs: int) -> dict[str, Any]:
    import django

    django.setup()
    from runs_app.models import Lauf
    from runs_app.services import freeze_and_start
    from tasks_app.services import freeze_testfall
    from tests.runs_app import bausteine

    katalog = bausteine.katalog(200)
    for testfall in katalog.testfaelle.all():  # a released Testfall is frozen long before
        freeze_testfall(testfall=testfall, user=bausteine.technik())
    provider = bausteine.anbieter("station-start")
    models = [
        bausteine.modell("http://127.0.0.1:9/v1", f"probe-{i}", anbieter=provider)
        for i in range(runs // 200)
    ]
    lauf = bausteine.lauf(models, katalogversion=katalog, start=False)
    begin = time.perf_counter()
    number = freeze_and_start(lauf=Lauf.objects.get(pk=lauf.pk), user=bausteine.technik())
    seconds = time.perf_counter() - begin
    assert number == runs
    return {"sekunden": round(seconds, 3)}


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["engine", port, runs, width]:
            found = _engine_child(int(port), int(runs), int(width))
        case ["start", runs]:
            found = _start_child(int(runs))
        case [rounds]:
            found = main(int(rounds))
        case _:
            found = main()
    sys.stdout.write(json.dumps(found) + "\n")
