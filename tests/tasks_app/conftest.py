"""Two people of the Redaktion, and a folder of an Aufgabensatz that is valid."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Group, User

from lexassay.protokoll.rollen import Rolle

KOPF = """\
kennung: satz
titel: Ein Satz
bewertungsverfahren: kriterien
beispiel: true
"""
FALL = """\
kennung: fall-1
titel: Berufungsfrist
faehigkeit: Fristen berechnen
hypothese: Wird verwechselt.
rechtsordnung: de
aufgabentyp: fristberechnung
kategorien:
  - {art: domaene, name: Zivilprozess}
prompt: |
  Wann endet die Frist?
  Rechnen Sie.
goldloesung: Nach einem Monat (§ 517 ZPO).
rechtsstand: 2026-04-01
bewertungsmodus: kriterien
quellen:
  - {fundstelle: § 517 ZPO, abruf: nicht_abgerufen}
kriterien:
  - {kennung: K1, text: Frist von einem Monat, gewicht: 2}
  - {kennung: K2, text: Beginn mit der Zustellung, gewicht: 1}
  - {kennung: K3, text: Verschiebung auf den Werktag, gewicht: 1}
"""


def person(name: str, *rollen: Rolle) -> Any:
    user = User.objects.create_user(name)
    user.groups.set(Group.objects.filter(name__in=[rolle.value for rolle in rollen]))
    return user


@pytest.fixture
def redaktion(db: None) -> Any:
    return person("redaktion", Rolle.REDAKTION)


@pytest.fixture
def freigabe(db: None) -> Any:
    return person("freigabe", Rolle.FREIGABE, Rolle.REDAKTION)


@pytest.fixture
def ordner(tmp_path: Path) -> Path:
    (tmp_path / "aufgabensatz.yaml").write_text(KOPF, "utf-8")
    (tmp_path / "fall-1.yaml").write_text(FALL, "utf-8")
    return tmp_path
