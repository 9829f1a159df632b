"""The only reader of live rows: turns them into a frozen ``Datenstand`` (DESIGN 4).

Which Läufe enter: finished, reviewed by the editors (R-11.3), not pilots. Everything else follows
from them. Rows are read table by table; nothing is asked per row.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib.metadata import version

from django.db.models import QuerySet
from django.utils import timezone

from grading_app.models import Bewertungsregel, Rubrik
from lexassay.builds import datenstand as ds
from lexassay.builds.models import Korrekturhinweis, Methodentext, ResearchNote, Stellungnahme
from lexassay.builds.snapshot_bewertung import grading_findings
from lexassay.builds.snapshot_kosten import Kostenblick
from lexassay.builds.snapshot_runs import Runblick
from lexassay.protokoll.einstellungen import set_since, setting
from lexassay.protokoll.services import chain_head, seal_ereignisse
from runs_app.begriffe import Ausfuehrungsweg, LaufStatus
from runs_app.budget import is_comparable
from runs_app.models import Lauf, Modellmetadaten, Teilnahme
from runs_app.planning import planned_testfaelle
from tasks_app.definition import open_findings
from tasks_app.fingerprint import content_hash
from tasks_app.inhalt import content
from tasks_app.models import Aufgabensatz, Katalogversion, Testfall

BIBLIOTHEKEN = ("django", "numpy", "duckdb", "markdown-it-py", "nh3")
OEFFENTLICHE_EINSTELLUNGEN = (
    "seitenname",
    "kontaktadresse",
    "impressum",
    "datenschutz",
    "kontextgrenze_nicht_vergleichbar",
    "geheime_testfaelle_mindestens",
)


def freeze() -> ds.Datenstand:
    """Read everything that a build may know, once, in one consistent order."""
    seal_ereignisse()
    nummer, kettenhash = chain_head()
    laeufe = list(publishable_laeufe())
    teilnahmen = list(
        Teilnahme.objects.filter(lauf__in=laeufe)
        .select_related("lauf__katalogversion__aufgabensatz", "modell__anbieter")
        .order_by("lauf__kennung", "modell__kennung", "effort")
    )
    geplant = {lauf.pk: list(planned_testfaelle(lauf)) for lauf in laeufe}
    saetze = _current_sets(laeufe)
    faelle = _testfaelle(geplant.values(), saetze)
    blick = Runblick.of(teilnahmen)
    kosten = Kostenblick.of(teilnahmen, blick)
    methode = Methodentext.objects.filter(freigegeben_von__isnull=False).first()
    return ds.Datenstand(
        stand=timezone.localdate(),
        methodenfassung=methode.fassung if methode else "",
        beispieldaten=any(satz.beispiel for satz, _ in saetze),
        aufgabensaetze=tuple(_set(satz, katalog) for satz, katalog in saetze),
        testfaelle=tuple(_testfall(fall) for fall in faelle),
        modelle=tuple(_modelle(teilnahmen)),
        laeufe=tuple(_lauf(lauf, geplant[lauf.pk]) for lauf in laeufe),
        teilnahmen=tuple(_teilnahme(t, kosten, blick) for t in teilnahmen),
        runs=tuple(blick.runs(kosten)),
        korrekturen=tuple(_corrections()),
        texte=tuple(_texts(methode)),
        einstellungen=tuple((name, str(setting(name))) for name in OEFFENTLICHE_EINSTELLUNGEN),
        eur_je_usd_mikro=int(setting("eur_je_usd_mikro")),
        kurs_datum=set_since("eur_je_usd_mikro"),
        versionen=tuple(_versions()),
        offene_definitionsbefunde=tuple(_open_findings(saetze)),
        ereignis_nummer=nummer,
        ereignis_hash=kettenhash,
        bewertungsbefunde=tuple(grading_findings(laeufe)),
    )


def publishable_laeufe() -> QuerySet[Lauf]:
    """Return the Läufe that enter the next build, by kennung."""
    return (
        Lauf.objects.filter(
            status=LaufStatus.ABGESCHLOSSEN,
            geprueft_am__isnull=False,
            katalogversion__pilot=False,
        )
        .select_related("katalogversion__aufgabensatz", "system_prompt")
        .order_by("kennung")
    )


def _current_sets(laeufe: Iterable[Lauf]) -> list[tuple[Aufgabensatz, Katalogversion]]:
    """Aufgabensätze of these Läufe, each with its newest catalogue that is no pilot."""
    ids = {lauf.katalogversion.aufgabensatz_id for lauf in laeufe}
    paare = []
    for satz in Aufgabensatz.objects.filter(pk__in=ids).order_by("kennung"):
        katalog = satz.katalogversionen.filter(pilot=False).order_by("-nummer").first()
        if katalog is not None:
            paare.append((satz, katalog))
    return paare


def _testfaelle(
    geplant: Iterable[list[Testfall]], saetze: Iterable[tuple[Aufgabensatz, Katalogversion]]
) -> list[Testfall]:
    ids = {fall.pk for liste in geplant for fall in liste}
    ids |= {pk for _, katalog in saetze for pk in katalog.testfaelle.values_list("pk", flat=True)}
    rows = Testfall.objects.filter(pk__in=ids).select_related("aufgabensatz")
    rows = rows.prefetch_related("kategorien", "kriterien", "quellen", "beispielantworten")
    return sorted(rows, key=lambda fall: fall.adresse)


def _set(satz: Aufgabensatz, katalog: Katalogversion) -> ds.AufgabensatzStand:
    faelle = sorted(katalog.testfaelle.all(), key=lambda fall: fall.adresse)
    return ds.AufgabensatzStand(
        kennung=satz.kennung,
        titel=satz.titel,
        beschreibung=satz.beschreibung,
        bewertungsverfahren=satz.bewertungsverfahren,
        beispiel=satz.beispiel,
        archiviert=satz.archiviert,
        veroeffentlichung=satz.veroeffentlichung,
        hinweis=satz.hinweis,
        lizenz=satz.lizenz,
        namensnennung=satz.namensnennung,
        katalogversion=katalog.kennung,
        katalog_hash=katalog.inhalts_hash,
        testfaelle=tuple(fall.adresse for fall in faelle),
        anzahl_oeffentlich=sum(not fall.geheim for fall in faelle),
        anzahl_geheim=sum(fall.geheim for fall in faelle),
    )


def _testfall(fall: Testfall) -> ds.TestfallStand:
    regel = _rule_of(fall)
    return ds.TestfallStand(
        kennung=fall.adresse,
        version=fall.version,
        aufgabensatz=fall.aufgabensatz.kennung,
        titel=fall.titel,
        faehigkeit=fall.faehigkeit,
        hypothese=fall.hypothese,
        rechtsordnung=fall.rechtsordnung,
        aufgabentyp=fall.aufgabentyp,
        kategorien=tuple(
            ds.KategorieStand(art=art, name=name)
            for art, name in sorted((k.art, k.name) for k in fall.kategorien.all())
        ),
        prompt=fall.prompt,
        eingabedaten=fall.eingabedaten,
        goldloesung=fall.goldloesung,
        sollwert=fall.sollwert,
        rechtsstand=fall.rechtsstand,
        bewertungsmodus=fall.bewertungsmodus,
        regelreferenz=regel.referenz if regel else "",
        regelbeschreibung=regel.fachliche_beschreibung if regel else "",
        geheim=fall.geheim,
        status=fall.status,
        erfundene_entscheidung=fall.erfundene_entscheidung,
        registerpruefung=fall.registerpruefung,
        registerpruefung_am=fall.registerpruefung_am,
        namensnennung=fall.namensnennung,
        jurist=fall.jurist_name,
        jurist_am=fall.jurist_am,
        canary=fall.canary,
        zusage=fall.zugesagt_hash,
        quellen=tuple(_quelle(q) for q in sorted(fall.quellen.all(), key=lambda q: q.position)),
        kriterien=tuple(
            _kriterium(k) for k in sorted(fall.kriterien.all(), key=lambda k: k.position)
        ),
        prompt_fingerabdruck=fall.prompt_fingerabdruck,
        inhalts_hash=fall.inhalts_hash,
        inhalts_hash_heute=content_hash(content(fall)),
    )


def _rule_of(fall: Testfall) -> Bewertungsregel | None:
    if not fall.regel_kennung:
        return None
    return Bewertungsregel.objects.aktiv().filter(kennung=fall.regel_kennung).first()


def _quelle(quelle: object) -> ds.QuelleStand:
    felder = ("fundstelle", "url", "abruf", "abrufdatum", "wortlaut", "text_hash")
    return ds.QuelleStand(**{name: getattr(quelle, name) for name in felder})


def _kriterium(kriterium: object) -> ds.KriteriumStand:
    felder = ("kennung", "text", "gewicht", "fundstelle_verlangt", "fundstelle")
    return ds.KriteriumStand(**{name: getattr(kriterium, name) for name in felder})


def _modelle(teilnahmen: Iterable[Teilnahme]) -> list[ds.ModellStand]:
    modelle = {t.modell.kennung: t.modell for t in teilnahmen}
    return [_modell(modelle[kennung]) for kennung in sorted(modelle)]


def _modell(modell: Modellmetadaten) -> ds.ModellStand:
    return ds.ModellStand(
        kennung=modell.kennung,
        name=modell.name,
        familie=modell.familie,
        variante=modell.variante,
        groessenklasse=modell.groessenklasse,
        quantisierung=modell.quantisierung,
        cloud_version=modell.cloud_version,
        context_length=modell.context_length,
        max_output=modell.max_output,
        eingabe_arten=tuple(modell.eingabe_arten),
        anbieter=modell.anbieter.name,
        herstellerfamilie=modell.herstellerfamilie,
        zugangsweg=modell.ausfuehrungsweg,
        lokal=modell.lokal,
        demonstration=modell.demonstration,
    )


def _lauf(lauf: Lauf, faelle: list[Testfall]) -> ds.LaufStand:
    begonnen = lauf.gestartet_am or lauf.angelegt_am
    return ds.LaufStand(
        kennung=lauf.kennung,
        titel=lauf.titel,
        aufgabensatz=lauf.katalogversion.aufgabensatz.kennung,
        katalogversion=lauf.katalogversion.kennung,
        datum=timezone.localdate(begonnen),
        wiederholungen=lauf.wiederholungen,
        budget=lauf.budget,
        teilweise=lauf.teilweise,
        system_prompt=lauf.system_prompt.text,
        system_prompt_version=str(lauf.system_prompt),
        system_prompt_hash=lauf.system_prompt.hash,
        konfiguration_hash=lauf.konfiguration_hash,
        geprueft_am=timezone.localdate(lauf.geprueft_am) if lauf.geprueft_am else None,
        testfaelle=tuple(sorted(fall.adresse for fall in faelle)),
    )


def _teilnahme(t: Teilnahme, kosten: Kostenblick, blick: Runblick) -> ds.TeilnahmeStand:
    grenze = int(setting("kontextgrenze_nicht_vergleichbar"))
    kontext = t.geladener_kontext if t.modell.lokal else None
    vergleichbar = is_comparable(kontext, grenze)
    betrag = kosten.teilnahme(t)
    return ds.TeilnahmeStand(
        kennung=t.kennung,
        lauf=t.lauf.kennung,
        modell=t.modell.kennung,
        effort=t.effort,
        geladener_kontext=kontext,
        vergleichbar=vergleichbar,
        unvergleichbar_grund=""
        if vergleichbar
        else f"geladener Kontext {kontext:,} Token".replace(",", "."),
        ausgelassen_grund=t.ausgelassen_grund,
        aufrufe_geprueft=t.modell.ausfuehrungsweg != Ausfuehrungsweg.IMPORT and blick.audited(t),
        kosten_mikro=betrag.mikro,
        kosten_waehrung=betrag.waehrung,
        kosten_geschaetzt=betrag.geschaetzt,
    )


def _corrections() -> Iterable[ds.KorrekturStand]:
    for hinweis in Korrekturhinweis.objects.order_by("datum", "kennung"):
        yield ds.KorrekturStand(
            kennung=hinweis.kennung,
            datum=hinweis.datum,
            seiten=tuple(hinweis.seiten),
            vorher=hinweis.vorher,
            nachher=hinweis.nachher,
            grund=hinweis.grund,
        )


def _texts(methode: Methodentext | None) -> Iterable[ds.TextStand]:
    if methode is not None:
        yield ds.TextStand(
            art="methode",
            kennung="methode",
            fassung=methode.fassung,
            titel=str(methode),
            datum=methode.datum,
            text=methode.text,
        )
    for note in ResearchNote.objects.filter(veroeffentlicht=True).order_by("datum", "kennung"):
        yield ds.TextStand(
            art="research_note",
            kennung=note.kennung,
            fassung=note.build_kennung,
            titel=note.titel,
            datum=note.datum,
            text=note.text,
        )
    for antwort in Stellungnahme.objects.order_by("datum", "kennung"):
        yield ds.TextStand(
            art="stellungnahme",
            kennung=antwort.kennung,
            fassung=antwort.seite,
            titel=antwort.absender,
            datum=antwort.datum,
            text=antwort.text,
        )


def _versions() -> list[tuple[str, str]]:
    """What R-12.1 lets the manifest name: interpreter, libraries, rules, Rubriken."""
    paare = [("python", ".".join(map(str, sys.version_info[:2])))]
    paare += [(name, version(name)) for name in BIBLIOTHEKEN]
    paare += [("regel", regel.referenz) for regel in Bewertungsregel.objects.aktiv()]
    paare += [("rubrik", rubrik.referenz) for rubrik in Rubrik.objects.aktiv()]
    return sorted(paare)


def _open_findings(saetze: Iterable[tuple[Aufgabensatz, Katalogversion]]) -> list[str]:
    return [befund.meldung for satz, _ in saetze for befund in open_findings(satz)]
