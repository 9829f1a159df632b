"""The child process: `python -m runs_app.sandbox.kind`, sealed before it loads what it runs.

Reads one JSON order from standard input (`ziel` = "module:function", `argumente`, `mittel`) and
writes one JSON line per event to what was its standard output: `siegel`, `verweigert`, `daten`,
`ende`. Everything that other code prints goes to standard error. A failure ends with status 1.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from importlib import import_module
from typing import Any

from runs_app.audit import Abschottung
from runs_app.sandbox.siegel import die_with_parent, seal


def main() -> int:
    """Run the order; returns the exit status."""
    die_with_parent()
    order = json.load(sys.stdin)
    leitung = os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
    os.dup2(2, 1)

    def say(**event: Any) -> None:
        leitung.write(json.dumps(event, ensure_ascii=True, separators=(",", ":")) + "\n")
        leitung.flush()

    mittel = [Abschottung(name) for name in order["mittel"]]
    art = seal(lambda host, port: say(verweigert={"host": host, "port": port}), mittel)
    say(siegel=art.value)
    module, _, name = order["ziel"].partition(":")
    try:
        for daten in getattr(import_module(module), name)(order["argumente"]):
            say(daten=daten)
    except Exception as error:  # noqa: BLE001 - whatever the foreign code raises ends the child
        traceback.print_exc()
        say(fehler=f"{type(error).__name__}: {error}"[:500])
        return 1
    say(ende=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
