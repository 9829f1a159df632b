"""A setting is a dated row: added in the admin with its type, logged, never changed."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client

from lexassay.protokoll.einstellungen import (
    STANDARDWERTE,
    UnbekannteEinstellung,
    set_since,
    setting,
)
from lexassay.protokoll.forms import BEZEICHNUNG
from lexassay.protokoll.models import Einstellung, Ereignis
from lexassay.protokoll.rollen import Rolle

pytestmark = pytest.mark.django_db
ADRESSE = "/admin/protokoll/einstellung/add/"


@pytest.fixture
def redaktion(settings: Any) -> Client:
    settings.ADMIN_OTP_PFLICHT = False
    user = User.objects.create_user("redaktion", is_staff=True)
    user.groups.add(Group.objects.get(name=Rolle.REDAKTION))
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_every_setting_has_a_german_name() -> None:
    assert set(BEZEICHNUNG) == set(STANDARDWERTE)


def test_an_unknown_setting_is_refused() -> None:
    with pytest.raises(UnbekannteEinstellung, match="gibt es nicht"):
        setting("gibtesnicht")


def test_the_redaktion_puts_a_value_in_force(redaktion: Client) -> None:
    assert set_since("impressum") is None
    for wert in ("Erster Text", "Zweiter Text"):
        antwort = redaktion.post(
            ADRESSE, {"name": "impressum", "wert": wert, "begruendung": "neu gefasst"}
        )
        assert antwort.status_code == 302
    assert setting("impressum") == "Zweiter Text"
    assert Einstellung.objects.count() == 2
    assert Ereignis.objects.filter(aktion="einstellung_geaendert").count() == 2
    assert set_since("impressum") is not None


def test_a_number_stays_a_number(redaktion: Client) -> None:
    felder = {"name": "meldung_frist_tage", "wert": "vierzehn", "begruendung": ""}
    assert "ganze Zahl" in redaktion.post(ADRESSE, felder).content.decode()
    redaktion.post(ADRESSE, {**felder, "wert": "14"})
    assert setting("meldung_frist_tage") == 14


def test_a_value_in_force_cannot_be_changed(redaktion: Client) -> None:
    redaktion.post(ADRESSE, {"name": "seitenname", "wert": "X", "begruendung": ""})
    seite = f"/admin/protokoll/einstellung/{Einstellung.objects.get().pk}/change/"
    assert redaktion.get(seite).status_code == 200
    assert redaktion.post(seite, {"name": "seitenname", "wert": "Y"}).status_code == 403
    assert setting("seitenname") == "X"
