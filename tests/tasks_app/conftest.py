"""Two people of the Redaktion, and a folder of an Aufgabensatz that is valid."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Group, Permission, User

from lexassay.protokoll.rollen import Rolle
from tasks_app.models import Testfall
from tasks_app.services import import_folder

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


def staff(name: str, *rechte: str) -> Any:
    """An account that may use the admin with exactly these rights of any app."""
    user = User.objects.create_user(name, is_staff=True)
    for recht in rechte:
        app, codename = recht.split(".")
        user.user_permissions.add(
            Permission.objects.get(content_type__app_label=app, codename=codename)
        )
    return user


def geheimer_fall(ordner: Path, user: Any) -> Any:
    """The valid folder with one public and one secret Testfall; returns the secret one."""
    text = FALL.replace("fall-1", "nachtfall").replace("Berufungsfrist", "Mondscheintitel")
    text = text.replace("Wann endet die Frist?", "Wann endet die Überraschungsfrist?")
    text = text.replace("Frist von einem Monat", "Sternenkriterium")
    (ordner / "nachtfall.yaml").write_text(text + "sichtbarkeit: geheim\n", "utf-8")
    import_folder(ordner=ordner, user=user)
    return Testfall.objects.get(kennung="nachtfall")
