"""Pure: no Django, no I/O. Which jobs a worker may run (DESIGN 5).

A queue server is a place where others may write. JSON instead of pickle is not enough: a payload
that names ``os.system`` would still run. So a job may only name a function of a ``jobs`` module or
of ``lexassay.pipeline``, and carries nothing but short ids.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

ALLOWED_FUNCTION = re.compile(
    r"(?:(?:tasks_app|runs_app|citations_app|grading_app|lexassay(?:\.[a-z][a-z0-9_]*)?)\.jobs"
    r"|lexassay\.pipeline)\.[a-z][a-z0-9_]*"
)
LONGEST_ARGUMENT = 200


def refusal_of_function(name: object) -> str:
    """Return why a function may not run, or "".

    >>> refusal_of_function("runs_app.jobs.work"), refusal_of_function("lexassay.pipeline.advance")
    ('', '')
    >>> refusal_of_function("os.system")
    'function not allowed: os.system'
    >>> refusal_of_function("runs_app.jobs.os.system")
    'function not allowed: runs_app.jobs.os.system'
    """
    if isinstance(name, str) and ALLOWED_FUNCTION.fullmatch(name):
        return ""
    return f"function not allowed: {printable(name)}"


def refusal_of_arguments(args: Sequence[object], kwargs: Mapping[str, object]) -> str:
    """Return why the arguments may not be passed, or "". Allowed are ``int`` and short ``str``.

    >>> refusal_of_arguments((7, "runs"), {"lauf_id": 3})
    ''
    >>> refusal_of_arguments(([1],), {})
    'argument not allowed: list'
    >>> refusal_of_arguments((True,), {})
    'argument not allowed: bool'
    """
    for value in (*args, *kwargs.values()):
        if type(value) not in (str, int):
            return f"argument not allowed: {type(value).__name__}"
        if isinstance(value, str) and len(value) > LONGEST_ARGUMENT:
            return f"argument not allowed: str of {len(value)} characters"
    return ""


def refusal_of_payload(payload: object) -> str:
    """Return why a decoded payload (function, instance, args, kwargs) may not run, or "".

    >>> refusal_of_payload(["runs_app.jobs.work", None, [1], {}])
    ''
    >>> refusal_of_payload(["system", {"module": "os"}, ["id"], {}])
    'payload not allowed: bound to an object'
    """
    match payload:
        case [function, None, list() | tuple() as args, dict() as kwargs]:
            return refusal_of_function(function) or refusal_of_arguments(args, kwargs)
        case [_, _, _, _]:
            return "payload not allowed: bound to an object"
    return "payload not allowed: unknown form"


def printable(value: object, limit: int = 120) -> str:
    r"""Return a value as one short line that cannot forge a second log line.

    >>> printable("os.system\nERROR all is well")
    'os.system?ERROR all is well'
    """
    text = str(value)[: limit + 1]
    text = "".join(char if char.isprintable() else "?" for char in text)
    return text if len(text) <= limit else f"{text[:limit]}…"
