"""What each role may do in the admin (SPEC 14); given out after every migration.

Least rights: a model that stands nowhere here is seen by superusers alone. „Bewertung“ sees no
model, vendor, price or Lauf anywhere, so it gets no right on rows that name one: its desks are
pages of their own.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction

from lexassay.protokoll.rollen import Rolle

SEHEN = ("view",)
PFLEGEN = ("view", "add", "change")
BEARBEITEN = ("view", "add", "change", "delete")

RECHTE: dict[Rolle, dict[str, tuple[str, ...]]] = {
    Rolle.REDAKTION: {
        "tasks_app.aufgabensatz": PFLEGEN,
        "tasks_app.testfall": PFLEGEN,
        "tasks_app.kriterium": BEARBEITEN,
        "tasks_app.quelle": BEARBEITEN,
        "tasks_app.beispielantwort": BEARBEITEN,
        "tasks_app.kategorie": PFLEGEN,
        "tasks_app.katalogversion": SEHEN,
        "tasks_app.definitionsentscheidung": SEHEN,
        "runs_app.lauf": SEHEN,
        "runs_app.teilnahme": SEHEN,
        "runs_app.run": SEHEN,
        "runs_app.versuch": SEHEN,
        "runs_app.modellmetadaten": SEHEN,
        "citations_app.zitat": SEHEN,
        "citations_app.befund": SEHEN,
        "citations_app.beleg": SEHEN,
        "citations_app.endbefund": SEHEN,
        "citations_app.zitatquelle": PFLEGEN,
        "citations_app.normenbestand": SEHEN,
        "citations_app.quellenpruefung": SEHEN,
        "grading_app.bewertungsregel": PFLEGEN,
        "grading_app.rubrik": PFLEGEN,
        "grading_app.bewertung": SEHEN,
        "grading_app.bewerter": PFLEGEN,
        "grading_app.stapel": SEHEN,
        "grading_app.bewertungsauftrag": SEHEN,
        "grading_app.regelentscheidung": PFLEGEN,
        "builds.buildmanifest": SEHEN,
        "builds.researchnote": PFLEGEN,
        "builds.methodentext": PFLEGEN,
        "builds.korrekturhinweis": SEHEN,
        "builds.stellungnahme": SEHEN,
        "protokoll.ereignis": SEHEN,
        "protokoll.einstellung": ("view", "add"),
    },
    Rolle.BEWERTUNG: {},
    Rolle.TECHNIK: {
        "runs_app.anbieter": PFLEGEN,
        "runs_app.modellmetadaten": PFLEGEN,
        "runs_app.preis": PFLEGEN,
        "runs_app.systemprompt": PFLEGEN,
        "runs_app.lauf": PFLEGEN,
        "runs_app.teilnahme": PFLEGEN,
        "runs_app.run": SEHEN,
        "runs_app.versuch": SEHEN,
        "runs_app.transportversuch": SEHEN,
        "tasks_app.aufgabensatz": SEHEN,
        "tasks_app.katalogversion": SEHEN,
    },
    Rolle.FREIGABE: {
        "tasks_app.aufgabensatz": SEHEN,
        "tasks_app.testfall": SEHEN,
        "tasks_app.kriterium": SEHEN,
        "tasks_app.quelle": SEHEN,
        "tasks_app.beispielantwort": SEHEN,
        "tasks_app.katalogversion": SEHEN,
        "runs_app.lauf": SEHEN,
        "runs_app.teilnahme": SEHEN,
        "builds.buildmanifest": SEHEN,
        "builds.methodentext": SEHEN,
        "protokoll.ereignis": SEHEN,
    },
}
SONDERRECHTE: dict[Rolle, tuple[str, ...]] = {
    Rolle.REDAKTION: ("tasks_app.view_geheim",),
    Rolle.TECHNIK: ("django_rq.admin",),
    Rolle.FREIGABE: ("tasks_app.view_geheim", "builds.release_build"),
}


def grant_rights(**kwargs: Any) -> None:
    """Give each role exactly its rights; a receiver of ``post_migrate``, harmless to repeat."""
    from django.contrib.auth.models import Group, Permission

    bekannt = {
        f"{p.content_type.app_label}.{p.codename}": p
        for p in Permission.objects.select_related("content_type")
    }
    with transaction.atomic():
        for rolle in Rolle:
            gruppe, _ = Group.objects.get_or_create(name=rolle.value)
            gruppe.permissions.set(bekannt[name] for name in _names(rolle) if name in bekannt)


def _names(rolle: Rolle) -> list[str]:
    namen = list(SONDERRECHTE.get(rolle, ()))
    for modell, aktionen in RECHTE[rolle].items():
        app, name = modell.split(".")
        namen += [f"{app}.{aktion}_{name}" for aktion in aktionen]
    return namen
