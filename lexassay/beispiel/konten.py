"""Two demonstration accounts, so that four eyes hold in the sample as they do in earnest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group

from lexassay.protokoll.rollen import Rolle

KONTEN: dict[str, tuple[Rolle, ...]] = {
    "beispiel-redaktion": (Rolle.REDAKTION, Rolle.TECHNIK),
    "beispiel-freigabe": (Rolle.REDAKTION, Rolle.FREIGABE),
}


@dataclass(frozen=True, slots=True)
class Personen:
    """Who drafts and builds, and who reviews and releases."""

    redaktion: Any
    freigabe: Any


def accounts() -> Personen:
    """Return both accounts; nobody can log in with them (unusable passwords, no staff)."""
    user_model = get_user_model()
    personen = []
    for name, rollen in KONTEN.items():
        person, neu = user_model.objects.get_or_create(username=name)
        if neu:
            person.set_unusable_password()
            person.save()
        person.groups.set(Group.objects.filter(name__in=[rolle.value for rolle in rollen]))
        personen.append(person)
    return Personen(*personen)
