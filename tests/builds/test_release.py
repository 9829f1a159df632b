"""A build goes live only whole, without Fehler, by a second person and with the approved bytes."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.db import IntegrityError, connection, transaction

from lexassay.builds.datenstand import Datenstand
from lexassay.builds.models import Artefakt, BuildManifest, BuildPfad, Freigabezeiger
from lexassay.builds.selectors import artefact_bytes, published_build, release_pointer
from lexassay.builds.services import (
    FreigabeVerweigert,
    Rohbau,
    create_build,
    release_build,
    return_to_build,
    withdraw_build,
)
from lexassay.builds.verify import verify
from lexassay.protokoll.models import Ereignis
from lexassay.protokoll.rollen import Rolle
from lexassay.protokoll.services import NichtErlaubt
from tests.builds import bausteine as b

pytestmark = pytest.mark.django_db
FELDER = ("rang", "score", "score_unten", "score_oben", "score_oeffentlich", "score_geheim")


def small_site(rohbau: Rohbau) -> dict[str, bytes]:
    """A renderer of the smallest site that the gates accept."""
    kopf = f"<p>Beispieldaten. Build {rohbau.kennung}, Methode {rohbau.stand.methodenfassung}</p>"
    seiten = {"index.html": kopf, "methode/index.html": kopf}
    for liste in rohbau.auswertung.ranglisten:
        zeilen = ""
        for zeile in (*liste.zeilen, *liste.ohne_rang):
            werte = {feld: getattr(zeile, feld) for feld in FELDER}
            zellen = "".join(
                f'<td data-feld="{feld}" data-wert="{"" if wert is None else wert}"></td>'
                for feld, wert in werte.items()
            )
            zeilen += f'<tr data-teilnahme="{zeile.teilnahme}">{zellen}</tr>'
        seiten[f"rangliste/{liste.aufgabensatz}/index.html"] = f"{kopf}<table>{zeilen}</table>"
    return {pfad: text.encode() for pfad, text in seiten.items()}


def stand_of(erfuellt: tuple[str, ...] = ("K1", "K2", "K3")) -> Datenstand:
    faelle = [b.fall_of("t1"), b.fall_of("g1", geheim=True)]
    runs = [b.run("l1-aster", f.kennung, b.bewertung(erfuellt)) for f in faelle]
    return b.datenstand({"aster": runs}, faelle)


@pytest.fixture
def redaktion() -> Any:
    user = User.objects.create_user("redaktion")
    user.groups.add(Group.objects.get(name=Rolle.REDAKTION))
    return user


@pytest.fixture
def freigabe() -> Any:
    user = User.objects.create_user("freigabe")
    user.groups.set(Group.objects.filter(name__in=[Rolle.FREIGABE, Rolle.REDAKTION]))
    return user


@pytest.fixture
def build(redaktion: Any) -> BuildManifest:
    return create_build(stand=stand_of(), user=redaktion, render=small_site)


def release(build: BuildManifest, user: Any) -> BuildManifest:
    return release_build(build=build, user=user, baum_hash=build.baum_hash)


def test_a_clean_build_is_released_by_a_second_person(build: BuildManifest, freigabe: Any) -> None:
    assert (build.fehler_zahl, build.status) == (0, "entwurf")
    assert published_build() is None
    release(build, freigabe)
    assert release_pointer() == (build.kennung, build.baum_hash)
    assert b"Beispieldaten" in (artefact_bytes(published_build(), "index.html") or b"")
    assert Ereignis.objects.filter(aktion="build_freigegeben", akteur=freigabe).exists()


def test_the_builder_cannot_release(build: BuildManifest, redaktion: Any) -> None:
    redaktion.groups.add(Group.objects.get(name=Rolle.FREIGABE))
    with pytest.raises(NichtErlaubt, match="zweite Person"):
        release(build, redaktion)
    assert published_build() is None


def test_the_database_refuses_a_release_by_the_builder(build: BuildManifest) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        BuildManifest.objects.filter(pk=build.pk).update(freigegeben_von=build.angelegt_von)


def test_other_bytes_than_the_approved_ones_are_refused(
    build: BuildManifest, freigabe: Any
) -> None:
    with pytest.raises(FreigabeVerweigert, match="Prüfsumme"):
        release_build(build=build, user=freigabe, baum_hash="0" * 64)
    anderes = Artefakt.of(b"untergeschoben")
    anderes.save()
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE builds_buildpfad SET artefakt_id = %s WHERE pfad = 'index.html'",
            [anderes.sha256],
        )
    with pytest.raises(FreigabeVerweigert, match="Prüfsumme"):
        release(build, freigabe)


def test_a_build_with_a_gate_error_cannot_be_released(redaktion: Any, freigabe: Any) -> None:
    stand = replace(stand_of(), methodenfassung="")
    build = create_build(stand=stand, user=redaktion, render=small_site)
    assert build.fehler_zahl > 0
    with pytest.raises(FreigabeVerweigert, match="Fehler"):
        release(build, freigabe)


def test_sample_data_do_not_go_live_in_production(
    build: BuildManifest, freigabe: Any, settings: Any
) -> None:
    settings.PRODUKTION = True
    with pytest.raises(FreigabeVerweigert, match="Beispieldaten"):
        release(build, freigabe)


def test_a_new_release_supersedes_and_an_old_one_can_return(
    build: BuildManifest, redaktion: Any, freigabe: Any
) -> None:
    release(build, freigabe)
    neu = create_build(stand=stand_of(("K1",)), user=redaktion, render=small_site)
    release(neu, freigabe)
    build.refresh_from_db()
    assert (build.status, published_build()) == ("abgeloest", neu)
    return_to_build(build=build, user=freigabe, begruendung="Fehler im neuen Build")
    neu.refresh_from_db()
    assert (neu.status, published_build()) == ("abgeloest", build)


def test_a_withdrawn_build_leaves_nothing_live_and_never_comes_back(
    build: BuildManifest, freigabe: Any
) -> None:
    release(build, freigabe)
    with pytest.raises(FreigabeVerweigert, match="Begründung"):
        withdraw_build(build=build, user=freigabe, begruendung=" ")
    withdraw_build(build=build, user=freigabe, begruendung="Rechtsgrund")
    assert published_build() is None
    with pytest.raises(FreigabeVerweigert, match="zurückgezogen"):
        release(build, freigabe)


def test_there_is_one_release_pointer(build: BuildManifest, freigabe: Any) -> None:
    release(build, freigabe)
    with pytest.raises(IntegrityError), transaction.atomic():
        Freigabezeiger.objects.create(pk=2, gewechselt_am=build.angelegt_am)


def test_the_same_inputs_give_the_same_bytes(redaktion: Any) -> None:
    eins = create_build(stand=stand_of(), user=redaktion, render=small_site)
    zwei = create_build(stand=stand_of(), user=redaktion, render=small_site)
    namen = ("daten/stand.json", "daten/runs.parquet", "daten/auswertung.json", "daten/zitate.csv")
    for name in namen:
        assert eins.manifest["pruefsummen"][name] == zwei.manifest["pruefsummen"][name]
    assert Artefakt.objects.count() < BuildPfad.objects.count()


def test_a_whole_build_verifies(build: BuildManifest) -> None:
    assert list(verify(build)) == []


def forge_grade(build: BuildManifest) -> None:
    roh = build.intern.raw().replace(b'"effektiv":"1/1"', b'"effektiv":"3/4"', 1)
    overwrite("builds_internerstand", "daten", zlib.compress(roh), "build_id", build.pk)


def forge_page(build: BuildManifest) -> None:
    zeile = build.pfade.get(pfad="index.html")
    overwrite("builds_artefakt", "daten", zlib.compress(b"anders"), "sha256", zeile.artefakt_id)


def break_page(build: BuildManifest) -> None:
    zeile = build.pfade.get(pfad="index.html")
    overwrite("builds_artefakt", "daten", b"kein zlib", "sha256", zeile.artefakt_id)


def break_stand(build: BuildManifest) -> None:
    overwrite("builds_internerstand", "daten", b"kein zlib", "build_id", build.pk)


def cut_stand(build: BuildManifest) -> None:
    roh = zlib.compress(build.intern.raw()[:-40])
    overwrite("builds_internerstand", "daten", roh, "build_id", build.pk)


def forge_sum(build: BuildManifest) -> None:
    overwrite("builds_buildmanifest", "baum_hash", "0" * 64, "id", build.pk)


def overwrite(tabelle: str, spalte: str, wert: object, wo: str, schluessel: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE {tabelle} SET {spalte} = %s WHERE {wo} = %s",
            [wert, schluessel],
        )


@pytest.mark.parametrize(
    ("faelsche", "meldung"),
    [
        (forge_grade, "nicht der, auf den sich das Manifest festlegt"),
        (forge_page, "index.html: Artefakt"),
        (break_page, "Die Daten sind beschädigt"),
        (break_stand, "Der interne Datenstand ist beschädigt"),
        (cut_stand, "nicht lesbar, nichts ist nachgerechnet"),
        (forge_sum, "Prüfsumme des Baums"),
    ],
)
def test_a_forgery_is_named(
    build: BuildManifest, faelsche: Callable[[BuildManifest], None], meldung: str
) -> None:
    faelsche(build)
    frisch = BuildManifest.objects.get(pk=build.pk)
    assert any(meldung in satz for satz in verify(frisch))
