"""Every row that differs between two builds names its cause (R-15.5)."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction

import pytest
from django.contrib.auth.models import Group, User
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from lexassay.builds.aggregation import evaluate
from lexassay.builds.datenstand import Datenstand, KorrekturStand, RunStand
from lexassay.builds.redaction import redact
from lexassay.builds.services import create_build, release_build
from lexassay.builds.vergleich import Aenderung, Buildteil, Ursache, compare
from lexassay.protokoll.rollen import Rolle
from tests.builds import bausteine as b
from tests.builds.test_release import small_site

GEHEIM = [b.fall_of(f"g{i}", geheim=True) for i in range(1, 6)]
FAELLE = [b.fall_of("t1"), b.fall_of("t2"), *GEHEIM]


def stand_of(*modelle: str) -> Datenstand:
    runs = {m: [b.run(f"l1-{m}", fall.kennung) for fall in FAELLE] for m in modelle or ("aster",)}
    return b.datenstand(runs, FAELLE)


def with_run(testfall: str, change: Callable[[RunStand], RunStand]) -> Datenstand:
    """The stand whose Run of one Testfall is changed."""
    stand = stand_of()
    runs = tuple(change(run) if run.testfall == testfall else run for run in stand.runs)
    return replace(stand, runs=runs)


def changes(alt: Datenstand, neu: Datenstand) -> list[Aenderung]:
    teile = [Buildteil(stand=redact(s), auswertung=evaluate(s)) for s in (alt, neu)]
    return list(compare(*teile))


def worse(run: RunStand) -> RunStand:
    return replace(run, bewertung=b.bewertung(("K1",)))


def again(run: RunStand) -> RunStand:
    return replace(worse(run), started_at=run.started_at + timedelta(hours=1))


def by_another_rule(run: RunStand) -> RunStand:
    return replace(run, bewertung=replace(b.bewertung(("K1",)), judge_version="kriterien v2"))


def another_price(run: RunStand) -> RunStand:
    return replace(run, kosten_mikro=11)


def test_equal_builds_have_no_difference() -> None:
    assert changes(stand_of(), stand_of()) == []


@pytest.mark.parametrize(
    ("change", "ursache"),
    [
        (again, Ursache.NACHLAUF),
        (by_another_rule, Ursache.REGELVERSION),
        (worse, Ursache.KORREKTUR),
    ],
)
def test_a_changed_score_names_its_cause_and_task(
    change: Callable[[RunStand], RunStand], ursache: Ursache
) -> None:
    [aenderung] = changes(stand_of(), with_run("t1", change))
    assert aenderung == Aenderung(
        teilnahme="l1-aster",
        alt=100,
        neu=93,
        exakt=Fraction(-25),
        ursachen=(ursache,),
        aufgaben=("t1",),
    )


def test_a_change_in_the_secret_part_says_no_more_than_that() -> None:
    [aenderung] = changes(stand_of(), with_run("g1", worse))
    assert (aenderung.alt, aenderung.neu, aenderung.exakt) == (100, 93, 0)
    assert aenderung.ursachen == (Ursache.NICHT_OEFFENTLICH,)
    assert aenderung.aufgaben == ()


def test_a_new_exchange_rate_is_a_price() -> None:
    [aenderung] = changes(stand_of(), replace(stand_of(), eur_je_usd_mikro=900_000))
    assert (aenderung.alt, aenderung.neu, aenderung.ursachen) == (100, 100, (Ursache.PREIS,))


def test_a_price_never_stands_as_the_cause_of_a_score() -> None:
    neu = replace(with_run("g1", worse), eur_je_usd_mikro=900_000)
    assert changes(stand_of(), neu)[0].ursachen == (Ursache.PREIS, Ursache.NICHT_OEFFENTLICH)


def test_a_new_price_is_told_apart_from_a_new_attempt() -> None:
    neu = with_run("t1", another_price)
    zeile = replace(neu.teilnahmen[0], kosten_mikro=31)
    [aenderung] = changes(stand_of(), replace(neu, teilnahmen=(zeile,)))
    assert aenderung.ursachen == (Ursache.PREIS,)


def test_rows_come_and_go_by_name() -> None:
    neu = changes(stand_of("aster"), stand_of("aster", "bart"))
    weg = changes(stand_of("aster", "bart"), stand_of("aster"))
    assert [(a.teilnahme, a.alt, a.neu, a.ursachen) for a in neu] == [
        ("l1-bart", None, 100, (Ursache.NEUE_TEILNAHME,))
    ]
    assert [(a.teilnahme, a.alt, a.neu, a.ursachen) for a in weg] == [
        ("l1-bart", 100, None, (Ursache.ENTFALLEN,))
    ]


def test_method_catalogue_and_a_note_of_correction_are_named_together() -> None:
    neu = with_run("t1", worse)
    satz = replace(neu.aufgabensaetze[0], katalog_hash="1" * 64)
    vermerk = KorrekturStand(
        kennung="K-1",
        datum=date(2026, 11, 30),
        seiten=("antwort/l1-aster/t1/1/",),
        vorher="1",
        nachher="1/2",
        grund="Kriterium falsch angewandt.",
    )
    neu = replace(neu, methodenfassung="2.1", aufgabensaetze=(satz,), korrekturen=(vermerk,))
    [aenderung] = changes(stand_of(), neu)
    assert aenderung.ursachen == (Ursache.METHODENFASSUNG, Ursache.KATALOG, Ursache.KORREKTUR)


def test_a_note_on_a_row_with_a_longer_name_is_not_taken_for_this_one() -> None:
    vermerk = KorrekturStand(
        kennung="K-1",
        datum=date(2026, 11, 30),
        seiten=("teilnahme/l1-aster-hoch/",),
        vorher="1",
        nachher="2",
        grund="Anderes.",
    )
    neu = replace(with_run("g1", worse), korrekturen=(vermerk,))
    assert changes(stand_of(), neu)[0].ursachen == (Ursache.NICHT_OEFFENTLICH,)


@pytest.mark.django_db
def test_the_command_prints_a_sentence_per_changed_row() -> None:
    user = User.objects.create_user("redaktion")
    user.groups.add(Group.objects.get(name=Rolle.REDAKTION))
    staende = (stand_of(), with_run("t1", worse))
    alt, neu = (create_build(stand=s, user=user, render=small_site).kennung for s in staende)
    ausgabe = io.StringIO()
    call_command("vergleiche_builds", alt, neu, stdout=ausgabe)
    assert ausgabe.getvalue().splitlines() == [
        "l1-aster: Score 100 → 93, öffentlicher Teil −25 Punkte; Korrektur (t1)",
        f"{alt} → {neu}: 1 geänderte Zeile von 1.",
    ]


@pytest.mark.django_db
def test_who_releases_reads_what_would_change(client: Client) -> None:
    chef = User.objects.create_superuser("chef")
    chef.groups.set(Group.objects.filter(name__in=[Rolle.REDAKTION]))
    zweite = User.objects.create_user("zweite")
    zweite.groups.add(Group.objects.get(name=Rolle.FREIGABE))
    alt = create_build(stand=stand_of(), user=chef, render=small_site)
    release_build(build=alt, user=zweite, baum_hash=alt.baum_hash)
    neu = create_build(stand=with_run("t1", worse), user=chef, render=small_site)
    client.force_login(chef)
    seite = client.get(reverse("admin:build_bericht", args=[neu.kennung])).content.decode()
    assert f"Änderungen gegenüber dem freigegebenen Build {alt.kennung}" in seite
    assert "l1-aster: Score 100 → 93, öffentlicher Teil −25 Punkte; Korrektur (t1)" in seite
    lebende = client.get(reverse("admin:build_bericht", args=[alt.kennung])).content.decode()
    assert "Änderungen gegenüber" not in lebende


@pytest.mark.django_db
def test_an_unknown_build_is_named() -> None:
    with pytest.raises(CommandError, match="Einen Build „2026-01-01-9“ gibt es nicht"):
        call_command("vergleiche_builds", "2026-01-01-9", "2026-01-01-9")
