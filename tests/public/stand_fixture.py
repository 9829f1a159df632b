"""A Datenstand made by hand: three sets, three models, every status, hostile answers (case 72)."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction
from functools import cache
from typing import Any

from lexassay.builds.aggregation import evaluate
from lexassay.builds.datenstand import (
    AufgabensatzStand,
    BelegStand,
    BewertungStand,
    Datenstand,
    KategorieStand,
    KorrekturStand,
    KriteriumStand,
    LaufStand,
    ModellStand,
    PruefscheinStand,
    QuelleStand,
    RunStand,
    TeilnahmeStand,
    TestfallStand,
    TextStand,
    UrteilStand,
    VersuchStand,
    ZitatStand,
)
from lexassay.builds.redaction import redact
from lexassay.protokoll.kanon import canonical_hash
from lexassay.public.ausgabe import Ausgabe, Export, Torbericht

CANARY = "canary-7f3a91d2"
GEHEIM = (
    "Wann verjährt der streng vertrauliche Anspruch der Kranich Mühlenbau Genossenschaft "
    "gegen Dritte?"
)
KENNUNG = "2026-11-30-a"
BEGINN = dt.datetime(2026, 11, 12, 6, 13, tzinfo=dt.UTC)

HOSTILE = (
    "<script>alert(1)</script> <img src=x onerror=alert(1)> </textarea> "
    '{"a": "</script>"} [x](javascript:alert(1)) ![bild](http://127.0.0.1:9/falle) '
    "<svg onload=alert(1)> \u202egnagnie \u2066verdreht {{ geheim }} {% load x %}\x00\x1b[31m"
)
TIEF = ">" * 10_000 + " tief"

ANTWORT_GUT = """\
Die Berufung muss spätestens am **Montag, dem 2. März 2026**, beim Berufungsgericht eingehen.

## Beginn

Die Monatsfrist aus § 517 ZPO beginnt mit der Zustellung des vollständigen Urteils. Für die \
Berechnung verweist § 222 Abs. 1 ZPO auf das Bürgerliche Gesetzbuch; der Tag der Zustellung zählt \
nicht mit (**§ 187** Abs. 1 BGB).

## Ende

1. Die Frist endet mit dem Tag gleicher Zahl (§ 188 Abs. 2 BGB).
2. Fehlt der Tag, gilt der letzte des Monats (§ 188 Abs. 3 BGB).
3. Der 28. Februar 2026 ist ein Sonnabend (§ 222 Abs. 2 ZPO).

| Frist | Ende |
|---|---|
| Einlegung | 2. März 2026 |
| Begründung | 30. März 2026 |

Die Frist ist nicht verlängerbar, so BGH, Urteil vom 31. April 2024 – XXI ZR 999/23; ebenso \
OLG Musterstadt, Beispielzeitschrift 2021, 9999 und ein Kommentar zu § 517 ZPO Rn. 12. Die \
Begründungsfrist folgt aus § 519 Abs. 2 ZPO. Das in der Frage genannte Urteil \
BGH, Urteil vom 14. Februar 2023 – XXI ZR 4711/22 gibt es nicht; auf § 999 ZPO kommt es nicht an.

Diese Auskunft ersetzt keine Rechtsberatung."""

BELEG_NORM = BelegStand(
    quelle="Gesetze im Internet",
    betreiber="Bundesministerium der Justiz",
    adresse="https://www.gesetze-im-internet.de/zpo/__517.html",
    abgerufen_am=None,
    stand=dt.date(2026, 4, 13),
    http_status=None,
    sha256="a" * 64,
    auszug="Die Berufungsfrist beträgt einen Monat",
    befund="stimmt",
)
BELEG_SUCHE = BelegStand(
    quelle="Beispielquelle A",
    betreiber="Beispielbetreiber A",
    adresse="https://beispiel.example/suche",
    abgerufen_am=dt.datetime(2026, 11, 13, 8, 2, tzinfo=dt.UTC),
    stand=None,
    http_status=404,
    sha256="b" * 64,
    auszug="",
    befund="kein_treffer",
)


def zitat(nummer: int, text: str, antwort: str, status: str = "echt", **anders: Any) -> ZitatStand:
    """One citation at the place where ``text`` stands in ``antwort``."""
    start = antwort.index(text)
    werte: dict[str, Any] = {
        "nummer": nummer,
        "start": start,
        "ende": start + len(text),
        "text": text,
        "anzeige": text.replace("*", ""),
        "art": "norm",
        "rechtsordnung": "de",
        "schluessel": f"de:{text}",
        "abzugsschluessel": f"de:{text}",
        "status": status,
        "verwendung": "stuetzend",
        "von_hand": False,
        "verdacht_unbestaetigt": False,
        "zweite_pruefung_faellig": False,
        "hinweise": (),
        "begruendung": "",
        "belege": (BELEG_NORM,) if status == "echt" else (BELEG_SUCHE,),
    }
    return ZitatStand(**(werte | anders))


def zitate_gut() -> tuple[ZitatStand, ...]:
    """Every status and every use, once."""
    a = ANTWORT_GUT
    return (
        zitat(1, "§ 517 ZPO", a),
        zitat(2, "§ 222 Abs. 1 ZPO", a),
        zitat(3, "§ 187** Abs. 1 BGB", a),
        zitat(4, "§ 188 Abs. 2 BGB", a),
        zitat(5, "§ 188 Abs. 3 BGB", a),
        zitat(6, "§ 222 Abs. 2 ZPO", a, von_hand=True, begruendung="Trägt die Aussage."),
        zitat(
            7,
            "BGH, Urteil vom 31. April 2024 – XXI ZR 999/23",
            a,
            "erfunden",
            art="entscheidung",
            abzugsschluessel="BGH XXI ZR 999/23",
            von_hand=True,
            begruendung="Den 31. April gibt es nicht; ein XXI. Zivilsenat besteht nicht.",
        ),
        zitat(
            8,
            "OLG Musterstadt, Beispielzeitschrift 2021, 9999",
            a,
            "nicht_auffindbar",
            art="entscheidung",
            verdacht_unbestaetigt=True,
            begruendung="Kein eindeutiger Treffer.",
        ),
        zitat(9, "§ 517 ZPO Rn. 12", a, "ungeprueft", belege=()),
        zitat(
            10,
            "§ 519 Abs. 2 ZPO",
            a,
            "falsch_zugeordnet",
            abzugsschluessel="§ 519 ZPO",
            begruendung="Regelt die Berufungsschrift, nicht die Begründungsfrist.",
            hinweise=("Satz nicht geprüft",),
        ),
        zitat(
            11,
            "BGH, Urteil vom 14. Februar 2023 – XXI ZR 4711/22",
            a,
            "erfunden",
            art="entscheidung",
            verwendung="aus_der_aufgabe",
        ),
        zitat(12, "§ 999 ZPO", a, "falsch_zugeordnet", verwendung="abgelehnt"),
    )


def satz(kennung: str, titel: str, verfahren: str, faelle: tuple[str, ...], **anders: Any):
    """One Aufgabensatz with its catalogue."""
    werte: dict[str, Any] = {
        "kennung": kennung,
        "titel": titel,
        "beschreibung": f"{titel} zur Probe.",
        "bewertungsverfahren": verfahren,
        "beispiel": True,
        "archiviert": False,
        "veroeffentlichung": "voll",
        "hinweis": "",
        "lizenz": "CC BY 4.0",
        "namensnennung": "LexAssay",
        "katalogversion": "1",
        "katalog_hash": canonical_hash(faelle),
        "testfaelle": faelle,
        "anzahl_oeffentlich": len(faelle),
        "anzahl_geheim": 0,
    }
    return AufgabensatzStand(**(werte | anders))


KRITERIEN = (
    KriteriumStand(
        kennung="k1",
        text="Nennt den 2. März 2026 als Ende der Berufungsfrist.",
        gewicht=2,
        fundstelle_verlangt=True,
        fundstelle="§ 517 ZPO",
    ),
    KriteriumStand(
        kennung="k2",
        text="Leitet das Ende am Monatsletzten her.",
        gewicht=1,
        fundstelle_verlangt=True,
        fundstelle="§ 188 Abs. 3 BGB",
    ),
    KriteriumStand(
        kennung="k3",
        text="Erkennt, dass die Frist nicht verlängerbar ist.",
        gewicht=1,
        fundstelle_verlangt=False,
        fundstelle="",
    ),
)


def fall(kennung: str, aufgabensatz: str, titel: str, **anders: Any) -> TestfallStand:
    """One Testfall; what is not said is the criteria task about the Berufungsfrist."""
    werte: dict[str, Any] = {
        "kennung": kennung,
        "version": 1,
        "aufgabensatz": aufgabensatz,
        "titel": titel,
        "faehigkeit": "Berechnet mehrstufige Fristen.",
        "hypothese": "Modelle übersehen den Sonnabend.",
        "rechtsordnung": "de",
        "aufgabentyp": "fristberechnung",
        "kategorien": (KategorieStand(art="domaene", name="Zivilprozess"),),
        "prompt": "Ein Urteil wird am Freitag, dem 30. Januar 2026, zugestellt.\n\n  Bis wann muss "
        "die Berufung eingelegt werden?",
        "eingabedaten": "",
        "goldloesung": "Montag, 2. März 2026 (§§ 517, 222 ZPO, §§ 187, 188 BGB).",
        "sollwert": "",
        "rechtsstand": dt.date(2026, 4, 13),
        "bewertungsmodus": "kriterien",
        "regelreferenz": "kriterien/2",
        "regelbeschreibung": "Jedes Kriterium ist erfüllt oder nicht erfüllt.",
        "geheim": False,
        "status": "freigegeben",
        "erfundene_entscheidung": "",
        "registerpruefung": "",
        "registerpruefung_am": None,
        "namensnennung": "",
        "jurist": "",
        "jurist_am": None,
        "canary": "",
        "zusage": "",
        "quellen": (
            QuelleStand(
                fundstelle="§ 517 ZPO",
                url="https://www.gesetze-im-internet.de/zpo/__517.html",
                abruf="mitgelieferter_text",
                abrufdatum=dt.date(2026, 4, 13),
                wortlaut="Die Berufungsfrist beträgt einen Monat; sie ist eine Notfrist.",
                text_hash="c" * 64,
            ),
            QuelleStand(
                fundstelle="Directive 2019/770",
                url="",
                abruf="nicht_abgerufen",
                abrufdatum=None,
                wortlaut="",
                text_hash="",
            ),
        ),
        "kriterien": KRITERIEN,
        "prompt_fingerabdruck": canonical_hash(kennung),
        "inhalts_hash": canonical_hash([kennung, 1]),
        "inhalts_hash_heute": canonical_hash([kennung, 1]),
    }
    return TestfallStand(**(werte | anders))


def versuch(nummer: int = 1, **anders: Any) -> VersuchStand:
    """One attempt at the full budget."""
    werte: dict[str, Any] = {
        "nummer": nummer,
        "art": "erstversuch",
        "limit": 64000,
        "gewaehrt": 64000,
        "denklimit": None,
        "technischer_status": "erfolgreich",
        "abschlussgrund": "stopp",
        "gueltig": True,
        "zaehlt": True,
        "dauer_ms": 38600,
    }
    return VersuchStand(**(werte | anders))


SCHEIN = PruefscheinStand(
    geprueft=True,
    gueltig=True,
    saetze=(
        "Konfigurierter Endpunkt: nur dieser wurde angesprochen.",
        "Kein Werkzeug wurde angeboten, keines benutzt.",
    ),
)


def note(**anders: Any) -> BewertungStand:
    """One grade; what is not said is a full criteria grade."""
    werte: dict[str, Any] = {
        "evaluations_status": "bewertet",
        "label": "",
        "correctness": Fraction(1),
        "effektiv": Fraction(1),
        "anteil": Fraction(1),
        "zitatabzuege": (),
        "hinweis_vorhanden": True,
        "urteile": tuple(
            UrteilStand(
                kriterium=k.kennung, erfuellt=True, begruendung="Stimmt.", passage="§ 517 ZPO"
            )
            for k in KRITERIEN
        ),
        "regelreferenz": "kriterien/2",
        "bewerter": "Bewerter B2",
        "bewerter_familie": "demo",
        "judge_version": "demo-judge/3",
        "begruendung": "",
        "treffer": (),
        "fehlend": (),
        "ueberschrieben": False,
        "basis": "d" * 64,
        "veraltet": False,
        "interessenkonflikt": False,
    }
    return BewertungStand(**(werte | anders))


def technisch() -> BewertungStand:
    """A Run that failed technically counts 0."""
    return note(
        evaluations_status="technischer_fehler",
        correctness=None,
        effektiv=Fraction(0),
        anteil=None,
        hinweis_vorhanden=None,
        urteile=(),
        judge_version="",
        bewerter="",
    )


def run(testfall: str, teilnahme: str, **anders: Any) -> RunStand:
    """One Run; what is not said is a successful one."""
    werte: dict[str, Any] = {
        "testfall": testfall,
        "teilnahme": teilnahme,
        "run_index": 1,
        "gueltig": True,
        "ungueltig_grund": "",
        "technischer_status": "erfolgreich",
        "abschlussgrund": "stopp",
        "abschlussgrund_original": "end_turn",
        "antwort": "Bis zum 2. März 2026. Das ist keine Rechtsberatung.",
        "zeichen": 51,
        "started_at": BEGINN,
        "dauer_ms": 38600,
        "token_eingabe": 210,
        "token_ausgabe": 6412,
        "token_denken": 4000,
        "gemeldetes_modell": "demo-aquila-2026-10",
        "kosten_mikro": 96180,
        "prompt_fingerabdruck": canonical_hash(testfall),
        "versuche": (versuch(),),
        "pruefschein": SCHEIN,
        "zitate": (),
        "bewertung": note(),
    }
    return RunStand(**(werte | anders))


def modell(kennung: str, name: str, **anders: Any) -> ModellStand:
    """One invented model."""
    werte: dict[str, Any] = {
        "kennung": kennung,
        "name": name,
        "familie": "demo",
        "variante": "",
        "groessenklasse": "groß",
        "quantisierung": "",
        "cloud_version": "2026-10-01",
        "context_length": 200000,
        "max_output": 64000,
        "eingabe_arten": ("text",),
        "anbieter": "Beispiel Systems",
        "herstellerfamilie": "demo",
        "zugangsweg": "openai_api",
        "lokal": False,
        "demonstration": True,
    }
    return ModellStand(**(werte | anders))


def lauf(kennung: str, aufgabensatz: str, faelle: tuple[str, ...], **anders: Any) -> LaufStand:
    """One campaign."""
    werte: dict[str, Any] = {
        "kennung": kennung,
        "titel": f"Lauf zu {aufgabensatz}",
        "aufgabensatz": aufgabensatz,
        "katalogversion": "1",
        "datum": dt.date(2026, 11, 12),
        "wiederholungen": 1,
        "budget": 64000,
        "teilweise": False,
        "system_prompt": "Sie beantworten juristische Fragen. Nennen Sie die Norm.",
        "system_prompt_version": "1",
        "system_prompt_hash": "e" * 64,
        "konfiguration_hash": "f" * 64,
        "geprueft_am": dt.date(2026, 11, 20),
        "testfaelle": faelle,
    }
    return LaufStand(**(werte | anders))


def teilnahme(kennung: str, lauf: str, modell: str, **anders: Any) -> TeilnahmeStand:
    """One row."""
    werte: dict[str, Any] = {
        "kennung": kennung,
        "lauf": lauf,
        "modell": modell,
        "effort": "Standard",
        "geladener_kontext": None,
        "vergleichbar": True,
        "unvergleichbar_grund": "",
        "ausgelassen_grund": "",
        "aufrufe_geprueft": True,
        "kosten_mikro": 7_050_000,
        "kosten_waehrung": "USD",
        "kosten_geschaetzt": True,
    }
    return TeilnahmeStand(**(werte | anders))


OFFEN = ("v2-de-01", "v2-de-02", "v2-eu-01", "v2-us-01", "v2-fang")
GEHEIME = tuple(f"v2-x{i}" for i in range(1, 6))
BG1 = tuple(f"bg1-{i}" for i in range(1, 8))
V1 = ("v1-frist", "v1-fang")


def _faelle() -> tuple[TestfallStand, ...]:
    bg1 = [
        fall(
            kennung,
            "bg1",
            f"Rückwirkungsverbot {kennung[-1]}",
            bewertungsmodus="regel",
            kriterien=(),
            sollwert="Ja",
            aufgabentyp="rechtsgrundsatz",
            rechtsstand=None,
            regelreferenz="bg1_ja_nein/1",
            regelbeschreibung="Vergleicht die Kurzantwort mit dem Sollwert.",
            namensnennung="Datensatz Grundprinzipien, CC BY 4.0",
        )
        for kennung in BG1
    ]
    v1 = [
        fall(kennung, "v1", titel, bewertungsmodus="dreistufig", kriterien=(), status="archiviert")
        for kennung, titel in zip(V1, ("Widerrufsfrist", "Erfundenes Urteil"), strict=True)
    ]
    geheim = [
        fall(
            k,
            "v2",
            f"Geheimsache {k}",
            geheim=True,
            canary=CANARY,
            prompt=GEHEIM,
            goldloesung=GEHEIM,
        )
        for k in GEHEIME
    ]
    return (
        *bg1,
        *v1,
        fall("v2-de-01", "v2", "Berufungsfrist am Monatsende"),
        fall("v2-de-02", "v2", "Kündigung zum Monatsende & <Nachtrag>"),
        fall("v2-eu-01", "v2", "Fluggastrechte: Ausnahmefall", rechtsordnung="eu"),
        fall(
            "v2-fang",
            "v2",
            "Widerruf beim Tierkauf",
            aufgabentyp="fangfrage",
            erfundene_entscheidung="BGH, Urteil vom 14. Februar 2023 – XXI ZR 4711/22",
            registerpruefung="zwei Register",
            registerpruefung_am=dt.date(2026, 11, 2),
        ),
        fall("v2-us-01", "v2", "Removal: 30-Tage-Frist", rechtsordnung="us"),
        *geheim,
    )


def _v2_runs() -> list[RunStand]:
    teilweise = tuple(
        UrteilStand(
            kriterium=k.kennung,
            erfuellt=k.kennung != "k3",
            begruendung="Fehlt." if k.kennung == "k3" else "Frist und Norm stimmen.",
            passage="" if k.kennung == "k3" else "Montag, dem 2. März 2026",
        )
        for k in KRITERIEN
    )
    aquila = [
        run(
            "v2-de-01",
            "l1-aquila-standard",
            antwort=ANTWORT_GUT,
            zeichen=len(ANTWORT_GUT),
            zitate=zitate_gut(),
            bewertung=note(
                correctness=Fraction(1, 4),
                effektiv=Fraction(1, 4),
                anteil=Fraction(3, 4),
                zitatabzuege=("BGH XXI ZR 999/23", "§ 519 ZPO"),
                urteile=teilweise,
                interessenkonflikt=True,
            ),
            versuche=(
                versuch(
                    1,
                    limit=16000,
                    abschlussgrund="laenge",
                    zaehlt=False,
                    technischer_status="besonderer_abschlussgrund",
                ),
                versuch(2, art="nachlauf"),
            ),
        ),
        run("v2-de-02", "l1-aquila-standard", antwort=HOSTILE, zeichen=len(HOSTILE)),
        run("v2-eu-01", "l1-aquila-standard", antwort=TIEF, zeichen=len(TIEF)),
        run(
            "v2-us-01",
            "l1-aquila-standard",
            antwort="",
            zeichen=0,
            technischer_status="besonderer_abschlussgrund",
            abschlussgrund="laenge",
            bewertung=technisch(),
            versuche=(
                versuch(
                    1,
                    abschlussgrund="laenge",
                    technischer_status="besonderer_abschlussgrund",
                    zaehlt=False,
                ),
                versuch(
                    2,
                    art="denkbegrenzt",
                    denklimit=48000,
                    abschlussgrund="laenge",
                    technischer_status="besonderer_abschlussgrund",
                ),
            ),
        ),
        run("v2-fang", "l1-aquila-standard"),
    ]
    boreas = [
        run(
            kennung,
            "l1-boreas-hoch",
            bewertung=note(
                correctness=Fraction(19, 20), effektiv=Fraction(19, 20), hinweis_vorhanden=False
            ),
            dauer_ms=12_345,
            gemeldetes_modell="demo-boreas",
        )
        for kennung in OFFEN
    ]
    cirrus = [
        run(
            kennung,
            "l1-cirrus-standard",
            bewertung=note(
                correctness=Fraction(1, 3),
                effektiv=Fraction(1, 3),
                anteil=Fraction(1, 3),
                urteile=teilweise[:1]
                + tuple(
                    UrteilStand(kriterium=u.kriterium, erfuellt=False, begruendung="", passage="")
                    for u in teilweise[1:]
                ),
            ),
            kosten_mikro=None,
        )
        for kennung in OFFEN
    ]
    geheim = [
        run(kennung, reihe, antwort=GEHEIM, bewertung=note(correctness=wert, effektiv=wert))
        for kennung in GEHEIME
        for reihe, wert in (
            ("l1-aquila-standard", Fraction(1, 2)),
            ("l1-boreas-hoch", Fraction(3, 4)),
            ("l1-cirrus-standard", Fraction(0)),
        )
    ]
    return [*aquila, *boreas, *cirrus, *geheim]


KLASSEN = (
    "erfolgreich",
    "timeout",
    "leere_ausgabe",
    "provider_fehler",
    "nicht_erfolgreicher_abschluss",
    "besonderer_abschlussgrund",
    "erfolgreich",
)


def _regelnote(richtig: bool) -> BewertungStand:
    wert = Fraction(int(richtig))
    return note(
        correctness=wert,
        effektiv=wert,
        anteil=None,
        hinweis_vorhanden=None,
        urteile=(),
        label="richtig" if richtig else "falsch",
        regelreferenz="bg1_ja_nein/1",
        bewerter="",
        judge_version="",
        begruendung="Die Kurzantwort lautet „Ja“, der Sollwert „Ja“.",
    )


def _bg1_runs() -> list[RunStand]:
    kurz = '{"kurzantwort": "Ja", "begruendung": "Art. 103 Abs. 2 GG."}'
    aquila = [
        run(
            kennung,
            "l2-aquila-standard",
            technischer_status=klasse,
            abschlussgrund="stopp" if klasse == "erfolgreich" else "ablehnung",
            antwort=kurz if klasse == "erfolgreich" else "",
            bewertung=_regelnote(True) if klasse == "erfolgreich" else technisch(),
        )
        for kennung, klasse in zip(BG1, KLASSEN, strict=True)
    ]
    boreas = [
        run(kennung, "l2-boreas-standard", antwort=kurz, bewertung=_regelnote(i % 2 == 0))
        for i, kennung in enumerate(BG1)
    ]
    unvollstaendig = [
        run(
            kennung,
            "l2-cirrus-standard",
            gueltig=i > 0,
            ungueltig_grund="" if i else "fremdes Ziel",
            antwort=kurz,
            bewertung=_regelnote(False) if i else None,
        )
        for i, kennung in enumerate(BG1[:5])
    ]
    return [*aquila, *boreas, *unvollstaendig]


def _v1_runs() -> list[RunStand]:
    return [
        run(
            kennung, "l0-aquila-standard", antwort="Vierzehn Tage (§ 355 Abs. 2 BGB).",
            bewertung=note(correctness=wert, effektiv=wert, anteil=None, urteile=(),
                           hinweis_vorhanden=None, label=label,
                           treffer=("14 Tage",), fehlend=("Norm",) if label != "richtig" else ()),
        )
        for kennung, wert, label in zip(V1, (Fraction(1), Fraction(1, 2)), ("richtig", "teilweise"),
                                        strict=True)
    ]  # fmt: skip


@cache
def full_stand() -> Datenstand:
    """The whole Datenstand, secret tasks included."""
    runs = [*_bg1_runs(), *_v1_runs(), *_v2_runs()]
    return Datenstand(
        stand=dt.date(2026, 11, 30),
        methodenfassung="2.0",
        beispieldaten=True,
        aufgabensaetze=(
            satz("bg1", "Grundprinzipien", "regel", BG1,
                 hinweis="Ja/Nein-Aufgabe, Ratewahrscheinlichkeit 50 %"),
            satz("v1", "Aufgabensatz v1 (archiviert)", "dreistufig", V1, archiviert=True),
            satz("v2", "Aufgabensatz v2", "kriterien", (*OFFEN, *GEHEIME), anzahl_oeffentlich=5,
                 anzahl_geheim=5),
        ),
        testfaelle=_faelle(),
        modelle=(
            modell("demo-aquila", "demo-aquila"),
            modell("demo-boreas", "demo-boreas", variante="large", zugangsweg="anthropic_api",
                   anbieter="Fiktiv Labs"),
            modell("demo-cirrus", "demo-cirrus 7B", quantisierung="Q4", lokal=True,
                   zugangsweg="lokal_gguf", anbieter="lokal"),
        ),
        laeufe=(
            lauf("l0", "v1", V1, datum=dt.date(2026, 3, 1)),
            lauf("l1", "v2", (*OFFEN, *GEHEIME)),
            lauf("l2", "bg1", BG1),
        ),
        teilnahmen=(
            teilnahme("l0-aquila-standard", "l0", "demo-aquila", kosten_mikro=None),
            teilnahme("l1-aquila-standard", "l1", "demo-aquila"),
            teilnahme("l1-boreas-hoch", "l1", "demo-boreas", effort="hoch",
                      kosten_mikro=12_840_000, kosten_waehrung="EUR", kosten_geschaetzt=False),
            teilnahme("l1-cirrus-standard", "l1", "demo-cirrus", kosten_mikro=None,
                      kosten_waehrung="", geladener_kontext=8192, vergleichbar=False,
                      unvergleichbar_grund="geladener Kontext 8.192 Token"),
            teilnahme("l2-aquila-standard", "l2", "demo-aquila", kosten_mikro=3_000),
            teilnahme("l2-boreas-standard", "l2", "demo-boreas", kosten_mikro=420_000),
            teilnahme("l2-cirrus-standard", "l2", "demo-cirrus", kosten_mikro=None),
        ),
        runs=tuple(sorted(runs, key=lambda r: (r.teilnahme, r.testfall, r.run_index))),
        korrekturen=(
            KorrekturStand(
                kennung="k-2026-01",
                datum=dt.date(2026, 11, 24),
                seiten=("antwort/l1-aquila-standard/v2-de-01/1/", "teilnahme/l1-aquila-standard/"),
                vorher="Zitat 6 falsch zugeordnet, 0 Punkte",
                nachher="Zitat 6 echt, 25 Punkte",
                grund="Zitat 6 trägt die Aussage (Handbefund).",
            ),
        ),
        texte=(
            TextStand(art="research_note", kennung="erste-notiz", fassung=KENNUNG,
                      titel="Was 2 Modelle über Fristen wissen", datum=dt.date(2026, 11, 30),
                      text="Ein **erster** Befund.\n\n- Punkt eins\n- Punkt zwei"),
            TextStand(art="stellungnahme", kennung="s-1", fassung="teilnahme/l1-boreas-hoch/",
                      titel="Fiktiv Labs", datum=dt.date(2026, 11, 26),
                      text="Wir halten die Wertung für zu streng.\n<b>Unverändert.</b>"),
        ),
        einstellungen=(
            ("datenschutz", ""),
            ("geheime_testfaelle_mindestens", "5"),
            ("impressum", "Beispiel GmbH\nMusterweg 1\n12345 Musterstadt"),
            ("kontaktadresse", "contact@lexassay.com"),
            ("seitenname", "LexAssay"),
        ),
        eur_je_usd_mikro=920_000,
        kurs_datum=dt.date(2026, 11, 28),
        versionen=(("Python", "3.11"), ("Regelwerk", "2")),
        offene_definitionsbefunde=(),
        ereignis_nummer=42,
        ereignis_hash="9" * 64,
    )  # fmt: skip


@cache
def full_ausgabe() -> Ausgabe:
    """What the pipeline hands to the renderer."""
    stand = full_stand()
    return Ausgabe(
        kennung=KENNUNG,
        stand=redact(stand),
        auswertung=evaluate(stand),
        datum=dt.date(2026, 11, 30),
        tore=tuple(
            Torbericht(name, 0, int(name == "Technik"), ("2 Antworten an der Token-Grenze.",)
                       if name == "Technik" else ())
            for name in ("Definition", "Ausführung", "Technik", "Bewertung", "Aggregation",
                         "Inhalt", "Darstellung", "Freigabe")
        ),
        vorgaenger=None,
        exporte=(
            Export("daten/rangliste-v2.csv", 14_200, "1" * 64),
            Export("daten/rangliste-v2.json", 52_000, "2" * 64),
            Export("daten/stand.json", 2_100_000, "3" * 64),
        ),
    )  # fmt: skip
