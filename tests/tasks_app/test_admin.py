"""What editors do on the page of a Testfall: write, pilot, compare, search."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from lexassay.protokoll.models import Ereignis
from lexassay.protokoll.rollen import Rolle
from tasks_app.fingerprint import prompt_fingerprint
from tasks_app.models import Kategorie, Testfall
from tasks_app.rechtsstand import older_than_limit
from tasks_app.services import freeze_testfall, import_folder, new_version
from tests.tasks_app.conftest import FALL, person

pytestmark = pytest.mark.django_db
LISTE = "admin:tasks_app_testfall_changelist"


@pytest.fixture
def editor(client: Client, redaktion: Any) -> Client:
    redaktion.is_staff = True
    redaktion.save()
    client.force_login(redaktion)
    return client


@pytest.fixture
def fall(ordner: Path, redaktion: Any) -> Testfall:
    import_folder(ordner=ordner, user=redaktion)
    return Testfall.objects.get()


def address(name: str, fall: Testfall, *mehr: str) -> str:
    return reverse(f"admin:tasks_app_testfall_{name}", args=[fall.pk, *mehr])


def form_values(client: Client, fall: Testfall) -> dict[str, Any]:
    """What a browser would send back: every field of the page, with CRLF as line break."""
    seite = client.get(address("change", fall)).context
    werte: dict[str, Any] = {}
    formsets = [formset.formset for formset in seite["inline_admin_formsets"]]
    formulare = [seite["adminform"].form]
    for formset in formsets:
        formulare += [formset.management_form, *formset.forms]
    for formular in formulare:
        for feld in formular:
            wert = feld.value()
            if wert is None or wert is False:
                continue
            text = feld.field.prepare_value(wert) if isinstance(wert, str) else wert
            werte[feld.html_name] = text.replace("\n", "\r\n") if isinstance(text, str) else text
            if isinstance(wert, list) and feld.name == "kategorien":
                werte[feld.html_name] = [getattr(k, "pk", k) for k in wert]
    return werte


def messages_of(antwort: Any) -> str:
    return " ".join(str(m) for m in get_messages(antwort.wsgi_request))


@pytest.mark.parametrize("ende", ["", "  ", "\n\n", "\u00a0", "Pru\u0308fung"])
def test_opening_and_saving_changes_no_byte_of_the_prompt(
    editor: Client, fall: Testfall, ende: str
) -> None:
    """Case 3: a browser sends CRLF, Django strips; neither reaches the prompt."""
    prompt = "Zeile 1\nZeile 2" + ende
    Testfall.objects.filter(pk=fall.pk).update(prompt=prompt)
    neue = Kategorie.objects.create(art="format", name="Fließtext")
    werte = {**form_values(editor, fall), "kategorien": [neue.pk]}
    assert editor.post(address("change", fall), werte).status_code == 302
    fall.refresh_from_db()
    assert prompt_fingerprint(fall.prompt) == prompt_fingerprint(prompt)
    assert list(fall.kategorien.all()) == [neue]


def test_saving_says_what_is_wrong_with_the_examples(editor: Client, fall: Testfall) -> None:
    antwort = editor.post(address("change", fall), form_values(editor, fall))
    assert antwort.status_code == 302
    assert "Beispielantworten: " in messages_of(antwort)


def test_open_steps_link_to_the_field_that_is_missing(editor: Client, fall: Testfall) -> None:
    Testfall.objects.filter(pk=fall.pk).update(hypothese="")
    text = editor.get(address("change", fall)).content.decode()
    assert '<a href="#id_hypothese">Es fehlt: Hypothese</a>' in text
    assert 'id="id_hypothese"' in text


def test_the_buttons_call_the_services(editor: Client, fall: Testfall) -> None:
    assert "In den Pilot geben" in editor.get(address("change", fall)).content.decode()
    editor.post(address("schritt", fall, "pilot"))
    fall.refresh_from_db()
    assert (fall.status, fall.eingefroren) == ("pilot", True)
    antwort = editor.post(address("schritt", fall, "neue-fassung"))
    zweite = Testfall.objects.get(version=2)
    assert antwort.url == address("change", zweite)


def test_a_refused_step_is_explained_in_german(editor: Client, fall: Testfall) -> None:
    antwort = editor.post(address("schritt", fall, "freigeben"))
    assert "Dazu ist die Rolle „Freigabe“ nötig." in messages_of(antwort)
    antwort = editor.post(address("schritt", fall, "archivieren"))
    assert "braucht eine Begründung" in messages_of(antwort)


def test_a_step_is_a_post_with_a_known_verb(editor: Client, fall: Testfall) -> None:
    assert editor.get(address("schritt", fall, "pilot")).status_code == 405
    assert editor.post(address("schritt", fall, "loeschen")).status_code == 404


def test_the_releasing_person_needs_no_right_to_change(
    client: Client, fall: Testfall, editor: Client
) -> None:
    editor.post(address("schritt", fall, "pilot"))
    zweite = person("zweite", Rolle.FREIGABE)
    zweite.is_staff = True
    zweite.save()
    client.force_login(zweite)
    assert "Freigeben</button>" in client.get(address("change", fall)).content.decode()
    antwort = client.post(address("schritt", fall, "freigeben"))
    assert "Schritt 6" in messages_of(antwort)


def test_two_versions_are_compared_on_a_page(
    editor: Client, fall: Testfall, redaktion: Any
) -> None:
    freeze_testfall(testfall=fall, user=redaktion)
    zweite = new_version(testfall=fall, user=redaktion)
    Testfall.objects.filter(pk=zweite.pk).update(prompt="Wann beginnt die <Frist>?\nRechnen Sie.\n")
    text = editor.get(address("vergleich", zweite)).content.decode()
    assert "<del>endet</del><ins>beginnt</ins>" in text
    assert "&lt;" in text
    assert "Fassungen vergleichen" in editor.get(address("change", fall)).content.decode()


def test_a_single_version_has_nothing_to_compare(editor: Client, fall: Testfall) -> None:
    text = editor.get(address("vergleich", fall)).content.decode()
    assert "nur diese eine Fassung" in text


def test_a_frozen_testfall_offers_no_field_to_change(
    editor: Client, fall: Testfall, redaktion: Any
) -> None:
    freeze_testfall(testfall=fall, user=redaktion)
    seite = editor.get(address("change", fall))
    assert not seite.context["adminform"].form.fields
    editor.post(address("change", fall), {"prompt": "anders"})
    fall.refresh_from_db()
    assert fall.prompt.startswith("Wann endet")


def test_a_draft_is_deleted_with_an_entry_in_the_audit_trail(
    client: Client, fall: Testfall
) -> None:
    from django.contrib.auth.models import User

    client.force_login(User.objects.create_superuser("chef"))
    client.post(address("delete", fall), {"post": "yes"})
    assert not Testfall.objects.exists()
    assert Ereignis.objects.filter(aktion="testfall_geloescht").count() == 1


@pytest.mark.parametrize(
    ("suche", "treffer"),
    [
        ("ÜBERGANGSVORSCHRIFT", 1),
        ("übergangsvorschrift", 1),
        ("strasse", 1),
        ("STRAßE", 1),
        ("übergang nirgends", 0),
        ("100%", 0),
        ("§ 517", 1),
    ],
)
def test_the_search_knows_umlauts_and_case(
    editor: Client, ordner: Path, redaktion: Any, suche: str, treffer: int
) -> None:
    """Stored casefolded text: the same hits on SQLite and PostgreSQL (DESIGN 8)."""
    text = FALL.replace("Rechnen Sie.", "Gilt die Übergangsvorschrift in der Straße?")
    (ordner / "fall-1.yaml").write_text(text, "utf-8")
    import_folder(ordner=ordner, user=redaktion)
    cl = editor.get(reverse(LISTE), {"q": suche}).context["cl"]
    assert cl.result_count == treffer


def test_an_old_rechtsstand_is_listed(editor: Client, fall: Testfall) -> None:
    stichtag = dt.date(2026, 4, 1)  # the Rechtsstand of the Testfall
    faelle = Testfall.objects.all()
    assert not older_than_limit(faelle, heute=stichtag + dt.timedelta(days=365))
    assert older_than_limit(faelle, heute=stichtag + dt.timedelta(days=366))
    Testfall.objects.filter(pk=fall.pk).update(rechtsstand=dt.date(2001, 1, 1))
    cl = editor.get(reverse(LISTE), {"rechtsstand_alter": "alt"}).context["cl"]
    assert cl.result_count == 1
