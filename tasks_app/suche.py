"""The stored text that the admin searches, the same on both databases (DESIGN 8)."""

from __future__ import annotations

from tasks_app.models import Testfall


def search_text(fall: Testfall) -> str:
    """Return the casefolded text of a Testfall; databases fold umlauts differently."""
    teile = (fall.kennung, fall.titel, fall.prompt, fall.goldloesung, fall.faehigkeit)
    return "\n".join(teile).casefold()
