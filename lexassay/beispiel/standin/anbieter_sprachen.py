"""Pure: no Django, no I/O. The dialects of the stand-in provider, by path."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from lexassay.beispiel.standin.anbieter_antwort import Antwort, Ereignis
from lexassay.beispiel.standin.anbieter_chat import chat_body, chat_events
from lexassay.beispiel.standin.anbieter_messages import messages_body, messages_events
from lexassay.beispiel.standin.anbieter_responses import responses_body, responses_events


@dataclass(frozen=True, slots=True, kw_only=True)
class Sprache:
    """One dialect of the stand-in: its path and how it says an answer."""

    pfad: str
    body: Callable[[Antwort], dict[str, Any]]
    events: Callable[[Antwort], Iterator[Ereignis]]
    abschluss: bytes = b""


SPRACHEN = {
    sprache.pfad: sprache
    for sprache in (
        Sprache(
            pfad="/v1/chat/completions",
            body=chat_body,
            events=chat_events,
            abschluss=b"data: [DONE]\n\n",
        ),
        Sprache(pfad="/v1/responses", body=responses_body, events=responses_events),
        Sprache(pfad="/v1/messages", body=messages_body, events=messages_events),
    )
}
