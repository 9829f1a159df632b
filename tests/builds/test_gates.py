"""Each gate check finds its fault, names the object, and is silent on a clean Datenstand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from lexassay.builds.aggregation import evaluate
from lexassay.builds.datenstand import Datenstand
from lexassay.builds.exports.erzeugen import make_exports
from lexassay.builds.gates import Pruefling, Tor, run_gates
from lexassay.builds.gates.base import Befund
from lexassay.builds.redaction import redact
from tests.builds import bausteine as b

FAELLE = [b.fall_of("t1"), b.fall_of("t2"), b.fall_of("g1", geheim=True)]
OHNE_SEITEN = {Tor.DARSTELLUNG}


def clean_stand() -> Datenstand:
    runs = {"aster": [b.run("l1-aster", f.kennung) for f in FAELLE]}
    return b.datenstand(runs, FAELLE)


def pruefling(stand: Datenstand, **extra: object) -> Pruefling:
    oeffentlich = redact(stand)
    auswertung = evaluate(stand)
    return Pruefling(
        kennung="2026-11-30-1",
        stand=stand,
        oeffentlich=oeffentlich,
        auswertung=auswertung,
        **{"artefakte": make_exports("2026-11-30-1", oeffentlich, auswertung), **extra},
    )


def found(p: Pruefling) -> set[str]:
    bericht = run_gates(p)
    return {
        befund.id
        for tor, befunde in bericht.items()
        if tor not in OHNE_SEITEN
        for befund in befunde
        if ".E" in befund.id
    }


def with_run(stand: Datenstand, **aenderung: object) -> Datenstand:
    return replace(stand, runs=(replace(stand.runs[0], **aenderung), *stand.runs[1:]))


def with_fall(stand: Datenstand, **aenderung: object) -> Datenstand:
    return replace(
        stand,
        testfaelle=(
            replace(stand.testfaelle[1], **aenderung),
            *(stand.testfaelle[0], *stand.testfaelle[2:]),
        ),
    )


def test_a_clean_datenstand_has_no_errors() -> None:
    assert found(pruefling(clean_stand())) == set()


ZWEIFELHAFT = replace(b.zitat("§ 999 ZPO", "erfunden"), belege=b.zitat("x").belege[:1])
AUSSTEHEND = replace(b.zitat("§ 998 ZPO", "ungeprueft"), zweite_pruefung_faellig=True)

FAULTS: list[tuple[str, Callable[[Datenstand], Datenstand]]] = [
    ("definition.E001", lambda s: with_fall(s, status="entwurf")),
    ("definition.E002", lambda s: with_fall(s, inhalts_hash_heute="1" * 64)),
    ("definition.E003", lambda s: with_fall(s, kriterien=s.testfaelle[1].kriterien[:2])),
    ("definition.E006", lambda s: replace(s, offene_definitionsbefunde=("„Ja“ neben „Ja.“",))),
    ("ausfuehrung.E001", lambda s: replace(s, runs=s.runs[1:])),
    ("ausfuehrung.E002", lambda s: replace(s, runs=(*s.runs, s.runs[0]))),
    ("ausfuehrung.E003", lambda s: with_run(s, prompt_fingerabdruck="anderer")),
    (
        "ausfuehrung.E004",
        lambda s: replace(s, laeufe=(replace(s.laeufe[0], geprueft_am=None),)),
    ),
    ("technik.E001", lambda s: with_run(s, technischer_status="seltsam")),
    ("technik.E002", lambda s: with_run(s, dauer_ms=-5)),
    ("technik.E003", lambda s: with_run(s, gueltig=False)),
    ("bewertung.E001", lambda s: with_run(s, bewertung=None)),
    ("bewertung.E002", lambda s: with_run(s, bewertung=replace(b.bewertung(), veraltet=True))),
    (
        "bewertung.E003",
        lambda s: with_run(s, bewertung=replace(b.bewertung(), regelreferenz="", judge_version="")),
    ),
    (
        "bewertung.E004",
        lambda s: with_run(
            s,
            bewertung=replace(b.bewertung(), evaluations_status="judge_fehler", effektiv=None),
        ),
    ),
    ("bewertung.E005", lambda s: with_run(s, zitate=(AUSSTEHEND,))),
    ("bewertung.E006", lambda s: with_run(s, zitate=(ZWEIFELHAFT,))),
    ("bewertung.E007", lambda s: with_run(s, zitate=(b.zitat("§ 999 ZPO", "erfunden"),))),
    (
        "bewertung.E009",
        lambda s: replace(s, bewertungsbefunde=(("bewertung.E009", "Die Bewerter weichen ab."),)),
    ),
    (
        "aggregation.E001",
        lambda s: with_run(
            s, bewertung=replace(b.bewertung(("K1",)), effektiv=b.bewertung().effektiv)
        ),
    ),
    ("freigabe.E002", lambda s: replace(s, methodenfassung="")),
]


@pytest.mark.parametrize(("kennung", "fehler"), FAULTS, ids=[name for name, _ in FAULTS])
def test_the_gate_names_the_fault(kennung: str, fehler: Callable[[Datenstand], Datenstand]) -> None:
    assert kennung in found(pruefling(fehler(clean_stand())))


def test_a_changed_number_is_noticed_by_the_recomputation() -> None:
    p = pruefling(clean_stand())
    falsch = replace(p.auswertung.zeilen[0], score=99)
    p = replace(p, auswertung=replace(p.auswertung, zeilen=(falsch,)))
    assert "aggregation.E002" in found(p)


GEHEIM = "Wie lange läuft die streng vertrauliche Frist des geheimen Falles nach dem Gesetz genau?"


@pytest.mark.parametrize(
    ("pfad", "inhalt", "kennung"),
    [
        ("x.html", b"<p>CANARY-g1</p>", "inhalt.E001"),
        ("CANARY-g1.html", b"leer", "inhalt.E001"),
        ("x.html", f"<p>{GEHEIM.replace('streng', '<b>streng</b>')}</p>".encode(), "inhalt.E002"),
        ("x.json", GEHEIM.encode("ascii", "backslashreplace"), "inhalt.E002"),
        ("x.html", b"<p>sk-abcdefghijklmnopqrstuvwxyz</p>", "inhalt.E003"),
        ("x.html", b"<p>jemand@beispiel.de</p>", "inhalt.E004"),
        ("x.html", b"<p>db1.intern.example</p>", "inhalt.E005"),
    ],
)
def test_nothing_secret_personal_or_internal_leaves(pfad: str, inhalt: bytes, kennung: str) -> None:
    stand = clean_stand()
    geheim = replace(stand.testfaelle[0], prompt=GEHEIM)
    stand = replace(stand, testfaelle=(geheim, *stand.testfaelle[1:]))
    p = pruefling(stand, artefakte={pfad: inhalt}, interne_hosts=("db1.intern.example",))
    befunde: list[Befund] = run_gates(p)[Tor.INHALT]
    assert kennung in {befund.id for befund in befunde}
    assert not any(GEHEIM in befund.meldung for befund in befunde)


def test_a_secret_run_of_words_inside_a_zip_is_found() -> None:
    stand = clean_stand()
    geheim = replace(stand.testfaelle[0], goldloesung=GEHEIM)
    stand = replace(stand, testfaelle=(geheim, *stand.testfaelle[1:]))
    from lexassay.builds.exports.erzeugen import _archive

    p = pruefling(stand, artefakte={"daten/build.zip": _archive({"a.txt": GEHEIM.encode()})})
    assert "inhalt.E002" in {befund.id for befund in run_gates(p)[Tor.INHALT]}


def test_the_contact_address_may_stand_on_a_page() -> None:
    p = pruefling(clean_stand(), artefakte={"x.html": b"contact@lexassay.com"})
    assert run_gates(p)[Tor.INHALT] == []


def test_sample_data_never_pass_in_production() -> None:
    assert "freigabe.E004" in found(pruefling(clean_stand(), produktion=True))
