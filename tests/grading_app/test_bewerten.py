"""Runs become grades: by rule, by criteria, by label, by a person (R-6.7, R-6.8, R-15.11)."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from django.db import IntegrityError, transaction

from citations_app.begriffe import Zitatstatus
from citations_app.models import Zitat
from citations_app.services import Handbeleg, record_handbefund
from grading_app.begriffe import Fassungsstatus, Zweck
from grading_app.models import Bewertung, Bewertungsregel, Regelentscheidung
from grading_app.register import betroffene, wirkung
from grading_app.selectors import (
    aktuelle_bewertungen,
    kontrollbefunde,
    kontrollstaende,
    offene_abweichungen,
    offene_auftraege,
    runs_bewertbar,
    runs_zu_bewerten,
    stichprobe_mangelhaft,
    uebereinstimmung,
    veraltete_bewertungen,
    veraltete_run_ids,
)
from grading_app.services import (
    Konflikt,
    NichtBewertbar,
    grade_lauf,
    grade_run,
    lock_stapel,
    new_regel_version,
    override_bewertung,
    publish_entscheidung,
    publish_regel,
    record_urteil,
    request_judgement,
    request_sample,
    settle_disagreement,
    uniform_pass,
    withdraw_stapel,
)
from grading_app.services.urteilen import Eingabe, gezeigte_daten
from lexassay.protokoll.appendonly import NurAnfuegbar
from lexassay.protokoll.models import Ereignis
from lexassay.protokoll.services import NichtErlaubt
from runs_app.begriffe import Abschlussgrund
from runs_app.status import TechnischerStatus
from tests.grading_app import bausteine as b

pytestmark = pytest.mark.django_db


def entscheide(auftrag, *erfuellt: str, grund: str = "So steht es da.") -> None:
    """The person of the order decides K1 to K3."""
    record_urteil(
        auftrag=auftrag,
        eingaben=[
            Eingabe(kriterium=k, erfuellt=k in erfuellt, begruendung=grund, passage="2. März 2026")
            for k in ("K1", "K2", "K3")
        ],
        user=auftrag.bewerter.user,
    )


def beauftrage(*bewerter, **mehr):
    return request_judgement(
        lauf=b.lauf(),
        bewerter=bewerter or [b.mensch()],
        user=b.redaktion(),
        **({"kontrollen": 0, "seed": "s"} | mehr),
    )


def kriterienlauf(antwort: str | None = None):
    """A criteria Run that a person has judged: K1 and K2 met."""
    b.rubrik()
    run = b.run(b.neuer_fall(), *([antwort] if antwort else []))
    beauftrage()
    entscheide(run.auftraege.get(), "K1", "K2")
    return run


def test_a_rule_grades_with_its_reference_and_reason():
    b.regel()
    note = grade_run(
        run=b.run(b.neuer_fall("r", "regel", sollwert="29", regel_kennung="zahl"), "29.")
    )
    assert (note.evaluations_status, note.label, note.correctness, note.effektiv) == (
        "bewertet", "korrekt", 1, 1,
    )  # fmt: skip
    assert note.regelreferenz == "zahl v1"
    assert note.begruendung
    assert note.anteil is None


def test_grading_twice_changes_nothing():
    b.regel()
    b.run(b.neuer_fall("r", "regel", sollwert="29", regel_kennung="zahl"), "28")
    assert grade_lauf(lauf=b.lauf()).neu == 1
    bericht = grade_lauf(lauf=b.lauf())
    assert (bericht.neu, bericht.unveraendert) == (0, 1)
    assert Bewertung.objects.count() == 1


def test_without_a_rule_in_force_a_run_is_ohne_regel():
    b.regel(status=Fassungsstatus.ENTWURF)
    note = grade_run(
        run=b.run(b.neuer_fall("r", "regel", sollwert="29", regel_kennung="zahl"), "29")
    )
    assert (note.evaluations_status, note.correctness, note.effektiv) == ("ohne_regel", None, None)


def test_an_ambiguous_answer_is_ohne_regel_with_the_reason():
    b.regel(konfiguration={"zahlen": "beide"})
    fall = b.neuer_fall("r", "regel", sollwert="1234", regel_kennung="zahl")
    note = grade_run(run=b.run(fall, "1.234"))
    assert note.evaluations_status == "ohne_regel"
    assert "mehrdeutig" in note.begruendung


@pytest.mark.parametrize(
    ("status", "grund"),
    [
        (TechnischerStatus.TIMEOUT, Abschlussgrund.KEINER),
        (TechnischerStatus.BESONDERER_ABSCHLUSSGRUND, Abschlussgrund.LAENGE),
        (TechnischerStatus.LEERE_AUSGABE, Abschlussgrund.STOPP),
    ],
)
@pytest.mark.parametrize("modus", ["regel", "kriterien"])
def test_a_technical_failure_has_effective_score_zero_and_no_correctness(status, grund, modus):
    note = grade_run(run=b.run(b.neuer_fall("t", modus), "", status=status, grund=grund))
    assert (note.evaluations_status, note.correctness, note.effektiv) == (
        "technischer_fehler", None, 0,
    )  # fmt: skip


def test_an_invalid_run_is_not_graded():
    run = b.run(b.neuer_fall("u", "regel"), gueltig=False)
    assert grade_run(run=run) is None
    assert not runs_zu_bewerten().exists()


def test_criteria_give_points_with_their_reasons():
    note = grade_run(run=kriterienlauf())
    assert (note.anteil, note.correctness, note.hinweis_vorhanden) == (F(3, 4), F(3, 4), True)
    assert [(u["kennung"], u["erfuellt"], u["gewicht"]) for u in note.urteile] == [
        ("K1", True, 2), ("K2", True, 1), ("K3", False, 1),
    ]  # fmt: skip
    assert note.urteile[0]["begruendung"] == "So steht es da."
    assert (note.treffer, note.fehlend) == (["K1", "K2"], ["K3"])


def test_a_missing_notice_costs_five_percent():
    note = grade_run(run=kriterienlauf("Die Frist endet am 2. März 2026."))
    assert (note.correctness, note.hinweis_vorhanden) == (F(7, 10), False)


def test_a_bad_citation_costs_once_and_a_later_finding_makes_the_grade_stale():
    """R-7.2 and R-15.11: the Zitattabelle that the grader saw changes, too."""
    run = kriterienlauf("Ende am 2. März 2026, § 193 BGB, nochmals § 193 BGB." + b.HINWEIS)
    assert grade_run(run=run).correctness == F(3, 4)
    record_handbefund(
        zitat=Zitat.objects.filter(run=run).first(),
        status=Zitatstatus.FALSCH_ZUGEORDNET,
        begruendung="Trägt die Aussage nicht.",
        beleg=Handbeleg(quelle="Gesetz", auszug="Wortlaut"),
        user=b.redaktion(),
    )
    [veraltet] = veraltete_bewertungen()
    assert "Die Zitatabzüge haben sich geändert." in veraltet.gruende
    assert any("Zitattabelle" in grund for grund in veraltet.gruende)
    assert grade_lauf(lauf=b.lauf()).wartend, "the grader saw another Zitattabelle"
    beauftrage()
    entscheide(run.auftraege.latest("pk"), "K1", "K2")
    note = grade_run(run=run)
    assert (note.nummer, note.zitatabzuege, note.correctness) == (2, 1, F(1, 2))
    assert veraltete_bewertungen() == []


def test_without_a_verdict_a_run_waits_and_is_still_due():
    b.rubrik()
    run = b.run(b.neuer_fall())
    assert grade_run(run=run) is None
    assert runs_zu_bewerten().get() == run
    assert not runs_bewertbar().exists()
    beauftrage()
    assert "steht noch aus" in grade_lauf(lauf=b.lauf()).wartend[run.pk]
    entscheide(run.auftraege.get())
    assert runs_bewertbar().get() == run


def test_judgement_waits_for_the_citations():
    b.rubrik()
    b.run(b.neuer_fall(), zitate=False)
    assert beauftrage() == []


@pytest.mark.parametrize(("label", "wert"), [("richtig", 1), ("teilweise", F(1, 2)), ("falsch", 0)])
def test_three_steps_take_the_value_of_the_label(label, wert):
    b.rubrik("dreistufig")
    run = b.run(b.neuer_fall("v1", "dreistufig"), "Die Frist endet am 2. März.")
    beauftrage()
    auftrag = run.auftraege.get()
    assert gezeigte_daten(auftrag)["skala"] == ["richtig", "teilweise", "falsch"]
    record_urteil(
        auftrag=auftrag,
        eingaben=[Eingabe(label=label, begruendung="Geprüft.")],
        user=auftrag.bewerter.user,
    )
    note = grade_run(run=run)
    assert (note.verfahren, note.label, note.correctness) == ("dreistufig", label, wert)
    assert note.hinweis_vorhanden is None, "no deduction in v1"


@pytest.mark.parametrize(
    ("eingaben", "meldung"),
    [
        ([("K1", True, "x")], "genau ein Urteil"),
        ([("K1", True, "x"), ("K2", True, "x"), ("K3", True, " ")], "Begründung"),
        ([("K1", True, "x"), ("K2", True, "x"), ("K3", None, "x")], "erfüllt oder nicht"),
        ([("K1", True, "x"), ("K1", True, "x"), ("K3", True, "x")], "genau ein Urteil"),
    ],
)
def test_an_incomplete_verdict_is_refused_whole(eingaben, meldung):
    b.rubrik()
    run = b.run(b.neuer_fall())
    beauftrage()
    auftrag = run.auftraege.get()
    with pytest.raises(NichtBewertbar, match=meldung):
        record_urteil(
            auftrag=auftrag,
            eingaben=[Eingabe(kriterium=k, erfuellt=e, begruendung=g) for k, e, g in eingaben],
            user=auftrag.bewerter.user,
        )
    assert not auftrag.urteile.exists()


def test_nobody_judges_the_order_of_another():
    b.rubrik()
    run = b.run(b.neuer_fall())
    beauftrage()
    fremd = b.mensch("zweite")
    with pytest.raises(NichtBewertbar, match="anderen Bewerter"):
        record_urteil(auftrag=run.auftraege.get(), eingaben=[], user=fremd.user)
    with pytest.raises(NichtErlaubt):
        record_urteil(auftrag=run.auftraege.get(), eingaben=[], user=b.redaktion())


def test_a_grader_sees_no_model_no_provider_no_lauf():
    """R-6.5: neither in the payload nor in the id."""
    b.rubrik()
    run = b.run(
        b.neuer_fall(), "Ich bin Modell muster-1 von Musterhaus. Ende: 2. März." + b.HINWEIS
    )
    beauftrage()
    auftrag = run.auftraege.get()
    for wort in ("muster-1", "Musterhaus", "Musteranbieter", "lauf-1", f"run-{run.pk}"):
        assert wort not in auftrag.nutzlast
        assert wort not in auftrag.anonym_id
    assert set(auftrag.selbstnennungen) >= {"Musterhaus"}


def test_tasks_are_shared_out_whole_and_stay_with_their_grader():
    b.rubrik()
    graders = [b.mensch("eins"), b.mensch("zwei")]
    faelle = [b.neuer_fall(f"fall-{n}") for n in range(6)]
    modelle = [b.modell("m-a"), b.modell("m-b")]
    for fall in faelle:
        for modell in modelle:
            b.run(fall, f"Antwort {modell.kennung} {fall.kennung}", von=modell)
    stapel = beauftrage(*graders)
    assert len(stapel) == 2
    je_fall = {}
    for auftrag in offene_auftraege():
        je_fall.setdefault(auftrag.run.testfall.kennung, set()).add(auftrag.bewerter.kennung)
    assert len(je_fall) == 6
    assert all(len(wer) == 1 for wer in je_fall.values())
    assert beauftrage(*graders, seed="anders") == [], "nothing new to order"
    b.run(faelle[0], "noch eine", von=b.modell("m-c"))
    [neu] = beauftrage(*graders, seed="ganz-anders")
    assert {neu.bewerter.kennung} == je_fall["fall-0"]


def test_disagreement_goes_to_a_person():
    b.rubrik()
    run = b.run(b.neuer_fall())
    beauftrage(b.mensch("eins"), b.mensch("zwei"), ueberlappung_prozent=100)
    erster, zweiter = run.auftraege.order_by("pk")
    entscheide(erster, "K1", "K2")
    entscheide(zweiter, "K1", "K3")
    assert grade_run(run=run) is None
    assert offene_abweichungen(b.lauf()) == [(run, ("K2", "K3"))]
    assert uebereinstimmung(b.lauf()).prozent == F(1, 3)
    drei = b.mensch("drei")
    with pytest.raises(NichtBewertbar, match="K2, K3"):
        settle_disagreement(
            run=run,
            bewerter=drei,
            eingaben=[Eingabe(kriterium="K2", erfuellt=True, begruendung="x")],
            user=drei.user,
        )
    settle_disagreement(
        run=run,
        bewerter=drei,
        eingaben=[
            Eingabe(kriterium="K2", erfuellt=True, begruendung="So ist es."),
            Eingabe(kriterium="K3", erfuellt=True, begruendung="So ist es."),
        ],
        user=drei.user,
    )
    assert grade_run(run=run).correctness == 1
    assert offene_abweichungen(b.lauf()) == []


def test_a_missed_control_blocks_its_batch_until_it_is_withdrawn():
    """R-15.8: control answers are mixed in unseen; whoever misses one decides nothing."""
    b.rubrik()
    fall = b.neuer_fall()
    b.beispiele(fall)
    run = b.run(fall)
    [stapel] = beauftrage(kontrollen=3)
    kontrollen = stapel.auftraege.filter(kontrolle__isnull=False)
    assert kontrollen.count() == 4, "three kinds and the manipulated wrong one"
    probe = kontrollen.get(manipulationsprobe=True)
    assert probe.manipulationszeichen
    for auftrag in stapel.auftraege.filter(kontrolle__isnull=False):
        entscheide(auftrag, *auftrag.kontrolle.erfuellt)
    entscheide(stapel.auftraege.get(run=run), "K1")
    assert grade_run(run=run).correctness == F(1, 2)
    entscheide(probe, "K1", "K2", "K3")
    assert list(kontrollbefunde(b.lauf())) == [stapel.pk]
    [stand] = kontrollstaende()
    assert (stand.geprueft, stand.verfehlt) == (4, 1)
    assert stand.judge_version == "Person · kriterien v1 · jp1"
    b.run(fall, "Zweite Antwort", von=b.modell("m-b"))
    withdraw_stapel(stapel=stapel, user=b.redaktion(), begruendung="Kontrolle verfehlt")
    assert kontrollbefunde(b.lauf()) == {}
    [neu] = beauftrage(kontrollen=0)
    assert neu.auftraege.count() == 2


def test_a_batch_is_locked_when_all_is_judged_and_then_closed():
    b.rubrik()
    run = b.run(b.neuer_fall())
    [stapel] = beauftrage()
    with pytest.raises(NichtBewertbar, match="1 offene"):
        lock_stapel(stapel=stapel, user=b.redaktion())
    auftrag = run.auftraege.get()
    entscheide(auftrag, "K1")
    lock_stapel(stapel=stapel, user=b.redaktion())
    with pytest.raises(NichtBewertbar, match="gesperrt"):
        entscheide(run.auftraege.get(), "K2")


def test_an_override_recomputes_wins_and_is_marked():
    run = kriterienlauf()
    alt = grade_run(run=run)
    neu = override_bewertung(
        bewertung=alt,
        kriterien={"K3": True},
        begruendung="Steht im letzten Absatz.",
        user=b.redaktion(),
        erwartete_version=1,
    )
    assert (neu.correctness, neu.nummer, neu.ueberschrieben) == (1, 2, True)
    assert [u["ueberschrieben"] for u in neu.urteile] == [False, False, True]
    assert not neu.nach_entblindung
    assert Bewertung.objects.get(nummer=1).correctness == F(3, 4), "the old one is kept"
    entscheide(run.auftraege.get(), "K1")
    assert grade_run(run=run).correctness == 1, "the override wins over later verdicts"
    assert Ereignis.objects.filter(aktion="bewertung_ueberschrieben").count() == 1


def test_an_override_after_unblinding_says_so():
    run = kriterienlauf()
    alt = grade_run(run=run)
    lock_stapel(stapel=run.auftraege.get().stapel, user=b.redaktion())
    neu = override_bewertung(
        bewertung=alt, kriterien={"K1": False}, begruendung="x", user=b.redaktion(),
        erwartete_version=1,
    )  # fmt: skip
    assert neu.nach_entblindung


def test_the_second_editor_is_told_and_overwrites_nothing():
    """Case 78."""
    run = kriterienlauf()
    alt = grade_run(run=run)
    weise = {"bewertung": alt, "begruendung": "x", "user": b.redaktion(), "erwartete_version": 1}
    override_bewertung(kriterien={"K3": True}, **weise)
    with pytest.raises(Konflikt) as fehler:
        override_bewertung(kriterien={"K1": False}, **weise)
    assert "korrekt (1)" in fehler.value.gespeichert
    assert "teilweise" in fehler.value.eigene
    assert Bewertung.objects.aktuell().get().correctness == 1


@pytest.mark.parametrize(
    ("mehr", "meldung"),
    [
        ({"begruendung": " "}, "Begründung"),
        ({"kriterien": {"K9": True}}, "K9"),
        ({"kriterien": {}}, "kein Kriterium"),
    ],
)
def test_an_override_without_reason_or_sense_is_refused(mehr, meldung):
    alt = grade_run(run=kriterienlauf())
    with pytest.raises(NichtBewertbar, match=meldung):
        override_bewertung(
            **({"bewertung": alt, "kriterien": {"K1": True}, "begruendung": "x",
                "user": b.redaktion(), "erwartete_version": 1} | mehr)
        )  # fmt: skip


def test_only_the_redaktion_overrides():
    alt = grade_run(run=kriterienlauf())
    with pytest.raises(NichtErlaubt):
        override_bewertung(
            bewertung=alt, kriterien={"K1": False}, begruendung="x", user=b.bewertende(),
            erwartete_version=1,
        )  # fmt: skip


def test_a_value_is_overridden_for_a_rule():
    b.regel()
    alt = grade_run(
        run=b.run(b.neuer_fall("r", "regel", sollwert="29", regel_kennung="zahl"), "neunundzwanzig")
    )
    neu = override_bewertung(
        bewertung=alt, wert=F(1), begruendung="Zahlwort", user=b.redaktion(), erwartete_version=1
    )
    assert (alt.correctness, neu.correctness, neu.label) == (0, 1, "korrekt")


def test_a_new_rule_version_makes_grades_stale_and_grades_again():
    """Case 30: the old verdict is not kept."""
    alte = b.regel(konfiguration={})
    fall = b.neuer_fall("r", "regel", sollwert="29", regel_kennung="zahl")
    assert grade_run(run=b.run(fall, "29.")).correctness == 0
    neue = new_regel_version(regel=alte, user=b.redaktion(), konfiguration={"schlusszeichen": True})
    assert veraltete_bewertungen() == [], "a draft changes nothing"
    publish_regel(regel=neue, user=b.freigabe())
    [veraltet] = veraltete_bewertungen()
    assert veraltete_run_ids() == {veraltet.bewertung.run_id} == veraltete_run_ids(b.lauf())
    assert veraltet.gruende == ("Die Bewertungsregel hat eine neue Fassung.",)
    assert veraltet.aufrufe == 0
    grade_lauf(lauf=b.lauf())
    assert veraltete_run_ids() == frozenset()
    [note] = aktuelle_bewertungen(b.lauf())
    assert (note.correctness, note.regelreferenz, note.nummer) == (1, "zahl v2", 2)
    assert Bewertungsregel.objects.get(version=1).status == Fassungsstatus.ABGELOEST


def test_a_rule_comes_into_force_only_when_its_examples_grade_as_stated():
    regel = b.regel(status=Fassungsstatus.ENTWURF, konfiguration={}, angelegt_von=b.redaktion())
    with pytest.raises(NichtBewertbar, match="Beispiel 1: ergibt 0 statt 1"):
        publish_regel(regel=regel, user=b.freigabe())
    regel.refresh_from_db()
    assert regel.status == Fassungsstatus.ENTWURF
    regel.konfiguration = {"schlusszeichen": True}
    publish_regel(regel=regel, user=b.freigabe())
    assert regel.status == Fassungsstatus.AKTIV


def test_nobody_puts_an_own_rule_into_force():
    wer = b.person("beides", *b.Rolle)
    regel = b.regel(status=Fassungsstatus.ENTWURF, angelegt_von=wer)
    with pytest.raises(NichtErlaubt, match="zweite Person"):
        publish_regel(regel=regel, user=wer)


def test_a_register_entry_lists_what_it_touches_and_makes_it_stale():
    """R-15.9."""
    run = kriterienlauf()
    note = grade_run(run=run)
    eintrag = Regelentscheidung.objects.create(nummer=1, titel="Vorbehalt", text="zählt")
    assert list(betroffene(eintrag)) == [note]
    [zeile] = wirkung(eintrag)
    assert (zeile.betroffen, zeile.senkt, zeile.hebt) == (1, 75, 25)
    fremd = Regelentscheidung.objects.create(nummer=2, titel="x", text="x", testfall_kennung="y")
    assert wirkung(fremd) == []
    publish_entscheidung(entscheidung=eintrag, user=b.freigabe())
    [veraltet] = veraltete_bewertungen()
    assert "Das Register der Entscheidungen hat sich geändert." in veraltet.gruende


def test_a_grader_of_the_same_vendor_is_a_disclosed_conflict():
    b.rubrik()
    run = b.run(b.neuer_fall())
    grader = b.mensch()
    grader.herstellerfamilie = "musterhaus"
    grader.save()
    beauftrage(grader)
    entscheide(run.auftraege.get(), "K1")
    assert grade_run(run=run).interessenkonflikt


def test_a_conflict_of_the_second_grader_is_disclosed_too():
    b.rubrik()
    run = b.run(b.neuer_fall())
    for wer in (b.mensch("eins"), b.mensch("zwei")):
        wer.herstellerfamilie = "Musterhaus" if wer.name == "zwei" else "Anderes Haus"
        wer.save()
    beauftrage(b.mensch("eins"), b.mensch("zwei"), ueberlappung_prozent=100)
    for auftrag in run.auftraege.all():
        entscheide(auftrag, "K1")
    assert grade_run(run=run).interessenkonflikt


def test_a_sample_measures_and_does_not_decide():
    """R-6.9: below 90 % agreement the gate blocks."""
    b.rubrik()
    run = b.run(b.neuer_fall())
    beauftrage(b.judge())
    assert request_sample(lauf=b.lauf(), bewerter=b.mensch(), user=b.redaktion()) is None
    from grading_app.judge.parse import Richterspruch, Urteilswert
    from grading_app.services.urteilen import store_spruch

    urteile = tuple(
        Urteilswert(kennung=k, begruendung="x", passage="", erfuellt=True, passage_belegt=False)
        for k in ("K1", "K2", "K3")
    )
    store_spruch(run.auftraege.get(), Richterspruch(urteile=urteile), "")
    stapel = request_sample(lauf=b.lauf(), bewerter=b.mensch(), user=b.redaktion())
    assert stapel.zweck == Zweck.STICHPROBE
    entscheide(stapel.auftraege.get(), "K1", "K2")
    assert uebereinstimmung(b.lauf(), stichprobe=True).prozent == F(2, 3)
    assert stichprobe_mangelhaft(b.lauf())
    assert grade_run(run=run).correctness == 1


def test_a_uniform_pass_applies_the_rules_in_force_and_records_what_it_changed():
    """R-6.5."""
    run = kriterienlauf()
    with pytest.raises(NichtErlaubt):
        uniform_pass(lauf=b.lauf(), user=b.bewertende())
    [erste] = uniform_pass(lauf=b.lauf(), user=b.redaktion())
    assert (erste.vorher, erste.nachher) == (None, F(3, 4))
    assert uniform_pass(lauf=b.lauf(), user=b.redaktion()) == []
    entscheide(run.auftraege.get(), "K1")
    [zweite] = uniform_pass(lauf=b.lauf(), user=b.redaktion())
    assert (zweite.vorher, zweite.nachher) == (F(3, 4), F(1, 2))
    eintrag = Ereignis.objects.filter(aktion="einheitlicher_durchgang").latest("pk")
    assert eintrag.nach["geaendert"] == [f"{run}: 3/4 → 1/2"]


def test_a_uniform_pass_waits_for_open_orders():
    b.rubrik()
    b.run(b.neuer_fall())
    beauftrage()
    with pytest.raises(NichtBewertbar, match="1 Aufträge offen"):
        uniform_pass(lauf=b.lauf(), user=b.redaktion())


@pytest.mark.parametrize(
    "felder",
    [
        {"correctness_zaehler": 2, "correctness_nenner": 1},
        {"correctness_zaehler": 1, "correctness_nenner": 0},
        {"correctness_zaehler": -1, "correctness_nenner": 1},
        {"correctness_zaehler": None, "correctness_nenner": 1},
        {"effektiv_zaehler": None, "effektiv_nenner": None},
        {"evaluations_status": "judge_fehler"},
        {"evaluations_status": "halb"},
        {"ueberschrieben": True},
    ],
)
def test_the_database_refuses_an_impossible_grade(felder):
    b.regel()
    run = b.run(b.neuer_fall("r", "regel", sollwert="29", regel_kennung="zahl"), "29")
    note = grade_run(run=run)
    note.pk, note.nummer, note._state.adding = None, 2, True
    for name, wert in felder.items():
        setattr(note, name, wert)
    with pytest.raises(IntegrityError), transaction.atomic():
        note.save()


def test_a_grade_is_never_changed():
    b.regel()
    note = grade_run(
        run=b.run(b.neuer_fall("r", "regel", sollwert="29", regel_kennung="zahl"), "29")
    )
    with pytest.raises(NurAnfuegbar):
        note.save()
    with pytest.raises(NurAnfuegbar):
        Bewertung.objects.all().update(label="falsch")
