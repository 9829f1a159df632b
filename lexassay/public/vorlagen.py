"""Renders a template of the public site to bytes: own engine, no request, no context processor."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from django.template import Context, Engine
from django.utils import translation

ORDNER = Path(__file__).resolve().parents[2] / "templates"
_WOERTLICH = re.compile(r"(<pre\b.*?</pre>|<textarea\b.*?</textarea>)", re.DOTALL)
_RAND = re.compile(r"[ \t]*\n[ \t\n]*")


@cache
def engine() -> Engine:
    """The engine of the public pages: strict autoescape, cached templates, our filters built in."""
    return Engine(
        dirs=[str(ORDNER)],
        autoescape=True,
        string_if_invalid="⟦fehlt: %s⟧",
        loaders=[
            (
                "django.template.loaders.cached.Loader",
                ["django.template.loaders.filesystem.Loader"],
            )
        ],
        builtins=["lexassay.public.templatetags.anzeige"],
    )


def render(vorlage: str, werte: dict[str, Any]) -> bytes:
    """Return a page as UTF-8; the same values give the same bytes in every process."""
    with translation.override(None):
        text = (
            engine()
            .get_template(f"public/{vorlage}")
            .render(Context(werte, use_l10n=False, use_tz=False))
        )
    return compact(text).encode()


def compact(text: str) -> str:
    """Drop the indentation of the templates; text inside ``<pre>`` stays as it is."""
    teile = _WOERTLICH.split(text)
    teile[::2] = [_RAND.sub("\n", teil) for teil in teile[::2]]
    return "".join(teile).strip() + "\n"
