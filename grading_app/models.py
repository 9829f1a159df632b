"""Rules, graders, orders, verdicts and grades; a grade is never changed, only followed."""

from __future__ import annotations

import hashlib
import zlib
from fractions import Fraction

from django.conf import settings
from django.db import models
from django.db.models import Exists, F, OuterRef, Q

from grading_app.begriffe import (
    AuftragStatus,
    BewerterArt,
    Fassungsstatus,
    Regelform,
    Rubrikmodus,
    Verfahren,
    Zweck,
)
from grading_app.judge.prompt import JUDGE_PROMPT_VERSION
from grading_app.stufen import EvaluationsStatus
from lexassay.protokoll.appendonly import AppendOnlyModel, AppendOnlyQuerySet
from runs_app.models import Lauf, Modellmetadaten, Run, one_of
from tasks_app.models import Beispielantwort


def person(name: str, related_name: str = "+") -> models.ForeignKey:
    """A nullable reference to the person who did something."""
    return models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name=related_name,
        verbose_name=name,
    )


def bruch_constraints(prefix: str, name: str) -> tuple[models.CheckConstraint, ...]:
    """A stored fraction is whole or absent, lies in [0, 1] and has a positive denominator."""
    zaehler, nenner = f"{prefix}_zaehler", f"{prefix}_nenner"
    return (
        models.CheckConstraint(
            condition=Q(**{f"{zaehler}__isnull": True, f"{nenner}__isnull": True})
            | Q(
                **{
                    f"{zaehler}__isnull": False,  # a comparison with NULL would pass the CHECK
                    f"{nenner}__isnull": False,
                    f"{zaehler}__gte": 0,
                    f"{nenner}__gte": 1,
                }
            ),
            name=f"{name}_bruch",
        ),
        models.CheckConstraint(
            condition=Q(**{f"{zaehler}__isnull": True}) | Q(**{f"{zaehler}__lte": F(nenner)}),
            name=f"{name}_hoechstens_eins",
        ),
    )


class FassungQuerySet(models.QuerySet):
    """Named sets of versioned objects."""

    def aktiv(self) -> FassungQuerySet:
        return self.filter(status=Fassungsstatus.AKTIV)


class Fassung(models.Model):
    """What rules, Rubriken and decisions share: one version in force at most."""

    version = models.PositiveIntegerField("Version", default=1)
    status = models.CharField(
        "Status", max_length=20, choices=Fassungsstatus.choices(), default=Fassungsstatus.ENTWURF
    )
    in_kraft_seit = models.DateTimeField("In Kraft seit", null=True, blank=True)
    angelegt_von = person("Angelegt von")
    veroeffentlicht_von = person("In Kraft gesetzt von")

    objects = FassungQuerySet.as_manager()

    class Meta:
        abstract = True


class Bewertungsregel(Fassung):
    """A deterministic rule in one version (R-6.1, R-6.2); Testfälle name it by ``kennung``."""

    kennung = models.SlugField("Kennung", max_length=60)
    form = models.CharField("Form", max_length=20, choices=Regelform.choices())
    konfiguration = models.JSONField("Konfiguration", default=dict, blank=True)
    fachliche_beschreibung = models.TextField("Fachliche Beschreibung")
    begruendung_verfahren = models.TextField("Warum deterministisch oder Rubrik")
    beispiele = models.JSONField(
        "Beispielantworten",
        default=list,
        blank=True,
        help_text="Liste von Objekten mit art (positiv, teilweise, negativ), antwort, sollwert, "
        "erwarteter_wert (Bruch) und erwartetes_label.",
    )

    class Meta:
        verbose_name = "Bewertungsregel"
        verbose_name_plural = "Bewertungsregeln"
        ordering = ("kennung", "-version")
        constraints = (
            models.UniqueConstraint(fields=["kennung", "version"], name="regel_einmal"),
            models.UniqueConstraint(
                fields=["kennung"],
                condition=Q(status=Fassungsstatus.AKTIV),
                name="regel_eine_fassung_in_kraft",
            ),
            models.CheckConstraint(condition=Q(version__gte=1), name="regel_version_ab_eins"),
            one_of("form", Regelform, "regel_form"),
            one_of("status", Fassungsstatus, "regel_status"),
        )

    def __str__(self) -> str:
        return self.referenz

    @property
    def referenz(self) -> str:
        return f"{self.kennung} v{self.version}"


class Rubrik(Fassung):
    """What a grader is told, in one version; judge version = model + Rubrik (R-6.3)."""

    kennung = models.SlugField("Kennung", max_length=60)
    modus = models.CharField("Modus", max_length=20, choices=Rubrikmodus.choices())
    anweisung = models.TextField("Anweisung")
    skala = models.JSONField(
        "Skala",
        default=dict,
        blank=True,
        help_text='Bei Stufen: Label und Wert als Bruch, z. B. {"korrekt": "1", "falsch": "0"}.',
    )
    prompt_version = models.CharField(
        "Fassung des Judge-Prompts", max_length=20, default=JUDGE_PROMPT_VERSION
    )
    gewichte_zeigen = models.BooleanField("Gewichte zeigen", default=True)

    class Meta:
        verbose_name = "Rubrik"
        verbose_name_plural = "Rubriken"
        ordering = ("kennung", "-version")
        constraints = (
            models.UniqueConstraint(fields=["kennung", "version"], name="rubrik_einmal"),
            models.UniqueConstraint(
                fields=["kennung"],
                condition=Q(status=Fassungsstatus.AKTIV),
                name="rubrik_eine_fassung_in_kraft",
            ),
            one_of("modus", Rubrikmodus, "rubrik_modus"),
            one_of("status", Fassungsstatus, "rubrik_status"),
        )

    def __str__(self) -> str:
        return self.referenz

    @property
    def referenz(self) -> str:
        return f"{self.kennung} v{self.version}"

    def werte(self) -> dict[str, Fraction]:
        """The table label → value, best first."""
        tabelle = {label: Fraction(wert) for label, wert in self.skala.items()}
        return dict(sorted(tabelle.items(), key=lambda paar: (-paar[1], paar[0])))


class Regelentscheidung(Fassung):
    """One numbered, versioned entry of the register of grading decisions (R-15.9)."""

    nummer = models.PositiveIntegerField("Nummer")
    titel = models.CharField("Titel", max_length=200)
    text = models.TextField("Entscheidung")
    begruendung = models.TextField("Begründung", blank=True)
    testfall_kennung = models.SlugField(
        "Nur für Testfall", max_length=60, blank=True, help_text="Leer: gilt für alle Testfälle."
    )

    class Meta:
        verbose_name = "Regelentscheidung"
        verbose_name_plural = "Regelentscheidungen"
        ordering = ("nummer", "-version")
        constraints = (
            models.UniqueConstraint(fields=["nummer", "version"], name="entscheidung_einmal"),
            models.UniqueConstraint(
                fields=["nummer"],
                condition=Q(status=Fassungsstatus.AKTIV),
                name="entscheidung_eine_fassung_in_kraft",
            ),
            one_of("status", Fassungsstatus, "entscheidung_status"),
        )

    def __str__(self) -> str:
        return f"Nr. {self.nummer} v{self.version} · {self.titel}"

    @property
    def zeile(self) -> str:
        """As a grader reads it."""
        return f"Nr. {self.nummer} (v{self.version}): {self.text}"


class Bewerter(models.Model):
    """One grader: a model or a person (R-6.5)."""

    kennung = models.SlugField("Kennung", max_length=60, unique=True)
    name = models.CharField("Name", max_length=120)
    art = models.CharField("Art", max_length=20, choices=BewerterArt.choices())
    modell = models.ForeignKey(
        Modellmetadaten,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="bewerter",
        verbose_name="Modell",
    )
    effort = models.CharField("Effort", max_length=40, default="Standard")
    max_ausgabe = models.PositiveIntegerField("Ausgabegrenze in Token", default=16_000)
    schema_anfordern = models.BooleanField("Strukturierte Ausgabe anfordern", default=True)
    user = person("Konto", related_name="bewerter")
    herstellerfamilie = models.CharField("Herstellerfamilie", max_length=80, blank=True)
    aktiv = models.BooleanField("aktiv", default=True)

    class Meta:
        verbose_name = "Bewerter"
        verbose_name_plural = "Bewerter"
        ordering = ("kennung",)
        constraints = (
            one_of("art", BewerterArt, "bewerter_art"),
            models.CheckConstraint(
                condition=Q(art=BewerterArt.LLM, modell__isnull=False, user__isnull=True)
                | Q(art=BewerterArt.MENSCH, modell__isnull=True, user__isnull=False),
                name="bewerter_modell_oder_konto",
            ),
        )

    def __str__(self) -> str:
        return self.name

    def im_konflikt_mit(self, modell: Modellmetadaten) -> bool:
        """R-6.5: a grader of the graded model's vendor has a conflict of interest."""
        return bool(self.herstellerfamilie) and (
            self.herstellerfamilie.casefold() == modell.herstellerfamilie.casefold()
        )


class Stapel(models.Model):
    """One grading batch of a Lauf for one grader; unblinding only when it is locked (R-15.7)."""

    lauf = models.ForeignKey(
        Lauf, on_delete=models.PROTECT, related_name="stapel", verbose_name="Lauf"
    )
    bewerter = models.ForeignKey(
        Bewerter, on_delete=models.PROTECT, related_name="stapel", verbose_name="Bewerter"
    )
    rubrik = models.ForeignKey(
        Rubrik, on_delete=models.PROTECT, related_name="stapel", verbose_name="Rubrik"
    )
    nummer = models.PositiveIntegerField("Nummer", default=1)
    zweck = models.CharField(
        "Zweck", max_length=20, choices=Zweck.choices(), default=Zweck.BEWERTUNG
    )
    seed = models.CharField("Startwert der Mischung", max_length=64)
    angelegt_am = models.DateTimeField("Angelegt am")
    gesperrt_am = models.DateTimeField("Gesperrt am", null=True, blank=True)
    gesperrt_von = person("Gesperrt von")

    class Meta:
        verbose_name = "Stapel"
        verbose_name_plural = "Stapel"
        ordering = ("lauf", "bewerter", "nummer")
        constraints = (
            models.UniqueConstraint(
                fields=["lauf", "bewerter", "zweck", "nummer"], name="stapel_einmal"
            ),
            one_of("zweck", Zweck, "stapel_zweck"),
        )

    def __str__(self) -> str:
        return f"Stapel {self.pk} · {self.get_zweck_display()} · {self.bewerter}"

    @property
    def gesperrt(self) -> bool:
        return self.gesperrt_am is not None


class BewertungsauftragQuerySet(models.QuerySet):
    """Named sets of orders."""

    def offen(self) -> BewertungsauftragQuerySet:
        return self.filter(status__in=[AuftragStatus.OFFEN, AuftragStatus.LAEUFT])

    def fuer_judges(self) -> BewertungsauftragQuerySet:
        return self.filter(bewerter__art=BewerterArt.LLM)


class Bewertungsauftrag(models.Model):
    """One answer for one grader, as it is shown; a Run or, unseen, a control answer (R-15.8)."""

    stapel = models.ForeignKey(
        Stapel, on_delete=models.PROTECT, related_name="auftraege", verbose_name="Stapel"
    )
    anonym_id = models.CharField("Anonyme Kennung", max_length=20)
    position = models.PositiveIntegerField("Reihenfolge")
    run = models.ForeignKey(
        Run,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="auftraege",
        verbose_name="Run",
    )
    kontrolle = models.ForeignKey(
        Beispielantwort,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="auftraege",
        verbose_name="Kontrollantwort",
    )
    bewerter = models.ForeignKey(
        Bewerter, on_delete=models.PROTECT, related_name="auftraege", verbose_name="Bewerter"
    )
    rubrik = models.ForeignKey(
        Rubrik, on_delete=models.PROTECT, related_name="auftraege", verbose_name="Rubrik"
    )
    manipulationsprobe = models.BooleanField("Kontrolle mit Manipulation", default=False)
    schluessel = models.CharField("Cache-Schlüssel", max_length=64, db_index=True)
    nutzlast = models.TextField("Gezeigte Daten (JSON)")
    nutzlast_sha256 = models.CharField("SHA-256 der gezeigten Daten", max_length=64)
    selbstnennungen = models.JSONField("Entfernte Selbstnennungen", default=list, blank=True)
    manipulationszeichen = models.JSONField("Zeichen von Manipulation", default=list, blank=True)
    status = models.CharField(
        "Status", max_length=20, choices=AuftragStatus.choices(), default=AuftragStatus.OFFEN
    )
    faellig_ab = models.DateTimeField("Fällig ab", null=True, blank=True)
    versuche_zahl = models.PositiveSmallIntegerField("Aufrufe", default=0)
    lease_token = models.CharField("Lease", max_length=64, blank=True)
    lease_bis = models.DateTimeField("Lease bis", null=True, blank=True)
    fehlertext = models.TextField("Letzter Fehler", blank=True)
    erledigt_am = models.DateTimeField("Erledigt am", null=True, blank=True)

    objects = BewertungsauftragQuerySet.as_manager()

    class Meta:
        verbose_name = "Bewertungsauftrag"
        verbose_name_plural = "Bewertungsaufträge"
        ordering = ("stapel", "position")
        constraints = (
            models.UniqueConstraint(fields=["stapel", "anonym_id"], name="auftrag_anonym_einmal"),
            models.UniqueConstraint(
                fields=["run", "bewerter", "schluessel"],
                condition=~Q(status=AuftragStatus.ZURUECKGEZOGEN),
                name="auftrag_je_run_und_schluessel",
            ),
            models.CheckConstraint(
                condition=Q(run__isnull=False, kontrolle__isnull=True)
                | Q(run__isnull=True, kontrolle__isnull=False),
                name="auftrag_run_oder_kontrolle",
            ),
            one_of("status", AuftragStatus, "auftrag_status"),
            models.CheckConstraint(
                condition=~Q(status=AuftragStatus.LAEUFT)
                | (Q(lease_bis__isnull=False) & ~Q(lease_token="")),
                name="auftrag_laeuft_mit_lease",
            ),
        )
        indexes = (models.Index(fields=["status", "faellig_ab"], name="auftrag_faellig"),)

    def __str__(self) -> str:
        return f"{self.anonym_id} · {self.bewerter}"


class Urteil(AppendOnlyModel):
    """One verdict of one grader: on one Kriterium, or (Kennung empty) one label for the answer."""

    auftrag = models.ForeignKey(
        Bewertungsauftrag, on_delete=models.PROTECT, related_name="urteile", verbose_name="Auftrag"
    )
    kriterium_kennung = models.CharField("Kriterium", max_length=20, blank=True)
    nummer = models.PositiveSmallIntegerField("Fassung", default=1)
    erfuellt = models.BooleanField("Erfüllt", null=True, blank=True)
    label = models.CharField("Label", max_length=60, blank=True)
    begruendung = models.TextField("Begründung")
    passage = models.TextField("Herangezogene Passage", blank=True)
    passage_belegt = models.BooleanField("Passage steht in der Antwort", default=False)
    treffer = models.JSONField("Treffer", default=list, blank=True)
    fehlend = models.JSONField("Fehlende Punkte", default=list, blank=True)
    manipulationsversuch = models.BooleanField("Manipulationsversuch gemeldet", default=False)
    erstellt_am = models.DateTimeField("Zeitpunkt")

    class Meta:
        verbose_name = "Urteil"
        verbose_name_plural = "Urteile"
        ordering = ("auftrag", "kriterium_kennung", "nummer")
        constraints = (
            models.UniqueConstraint(
                fields=["auftrag", "kriterium_kennung", "nummer"], name="urteil_einmal"
            ),
            models.CheckConstraint(
                condition=(Q(kriterium_kennung="", erfuellt__isnull=True) & ~Q(label=""))
                | (~Q(kriterium_kennung="") & Q(erfuellt__isnull=False, label="")),
                name="urteil_kriterium_oder_label",
            ),
        )

    def __str__(self) -> str:
        return f"{self.auftrag} · {self.kriterium_kennung or self.label}"


class Richterantwort(AppendOnlyModel):
    """The raw answer of a judge; readable ones are the cache (R-6.6), failures never are."""

    auftrag = models.ForeignKey(
        Bewertungsauftrag,
        on_delete=models.PROTECT,
        related_name="richterantworten",
        verbose_name="Auftrag",
    )
    schluessel = models.CharField("Cache-Schlüssel", max_length=64)
    lesbar = models.BooleanField("Lesbares Urteil")
    text = models.TextField("Antworttext", blank=True)
    daten = models.BinaryField("Rohdaten (zlib)")
    sha256 = models.CharField("SHA-256 der unkomprimierten Bytes", max_length=64)
    fehlertext = models.TextField("Fehler", blank=True)
    gemeldetes_modell = models.CharField("Gemeldetes Modell", max_length=200, blank=True)
    token_eingabe = models.PositiveIntegerField("Token Eingabe", null=True, blank=True)
    token_ausgabe = models.PositiveIntegerField("Token Ausgabe", null=True, blank=True)
    erstellt_am = models.DateTimeField("Zeitpunkt")

    class Meta:
        verbose_name = "Richterantwort"
        verbose_name_plural = "Richterantworten"
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=["schluessel"], condition=Q(lesbar=True), name="richterantwort_cache"
            ),
        )

    def __str__(self) -> str:
        return f"{self.auftrag} · {self.sha256[:12]}"

    @staticmethod
    def packed(raw: bytes) -> dict[str, object]:
        """The two columns that keep raw bytes."""
        return {"daten": zlib.compress(raw, 6), "sha256": hashlib.sha256(raw).hexdigest()}


class BewertungQuerySet(AppendOnlyQuerySet):
    """Named sets of grades."""

    def aktuell(self) -> BewertungQuerySet:
        """The newest Bewertung of each Run: the one that counts."""
        neuere = Bewertung.objects.filter(run=OuterRef("run"), nummer__gt=OuterRef("nummer"))
        return self.filter(~Exists(neuere))


class Bewertung(AppendOnlyModel):
    """The grading result of a Run under one rule version (R-6.7); the newest one counts."""

    run = models.ForeignKey(
        Run, on_delete=models.PROTECT, related_name="bewertungen", verbose_name="Run"
    )
    nummer = models.PositiveIntegerField("Fassung", default=1)
    evaluations_status = models.CharField(
        "Evaluations-Status", max_length=24, choices=EvaluationsStatus.choices()
    )
    verfahren = models.CharField("Bewertungsverfahren", max_length=20, choices=Verfahren.choices())
    label = models.CharField("Bewertungslabel", max_length=60, blank=True)
    correctness_zaehler = models.BigIntegerField("Correctness (Zähler)", null=True, blank=True)
    correctness_nenner = models.BigIntegerField("Correctness (Nenner)", null=True, blank=True)
    effektiv_zaehler = models.BigIntegerField("Effektiver Score (Zähler)", null=True, blank=True)
    effektiv_nenner = models.BigIntegerField("Effektiver Score (Nenner)", null=True, blank=True)
    anteil_zaehler = models.BigIntegerField("Anteil (Zähler)", null=True, blank=True)
    anteil_nenner = models.BigIntegerField("Anteil (Nenner)", null=True, blank=True)
    zitatabzuege = models.PositiveSmallIntegerField("Zahl der Zitatabzüge", default=0)
    abzugsschluessel = models.JSONField("Abzugsschlüssel", default=list, blank=True)
    hinweis_vorhanden = models.BooleanField("Hinweis vorhanden", null=True, blank=True)
    regelreferenz = models.CharField("Regelreferenz", max_length=200, blank=True)
    judge_version = models.CharField("Judge-Version", max_length=300, blank=True)
    begruendung = models.TextField("Begründung", blank=True)
    treffer = models.JSONField("Treffer", default=list, blank=True)
    fehlend = models.JSONField("Fehlende Punkte", default=list, blank=True)
    urteile = models.JSONField("Urteile je Kriterium", default=list, blank=True)
    bewerter = models.ForeignKey(
        Bewerter,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="bewertungen",
        verbose_name="Bewerter",
    )
    interessenkonflikt = models.BooleanField("Interessenkonflikt", default=False)
    basis = models.JSONField("Basis", default=dict, blank=True)
    basis_fingerabdruck = models.CharField("Fingerabdruck der Basis", max_length=64, db_index=True)
    ueberschrieben = models.BooleanField("Von Hand überschrieben", default=False)
    ueberschrieben_von = person("Überschrieben von")
    ueberschreibung_grund = models.TextField("Grund der Überschreibung", blank=True)
    nach_entblindung = models.BooleanField("Nach Entblindung", default=False)
    erstellt_am = models.DateTimeField("Zeitpunkt")

    objects = BewertungQuerySet.as_manager()  # type: ignore[misc]

    class Meta:
        verbose_name = "Bewertung"
        verbose_name_plural = "Bewertungen"
        ordering = ("run", "nummer")
        constraints = (
            models.UniqueConstraint(fields=["run", "nummer"], name="bewertung_einmal"),
            one_of("evaluations_status", EvaluationsStatus, "bewertung_evaluations_status"),
            one_of("verfahren", Verfahren, "bewertung_verfahren"),
            *bruch_constraints("correctness", "bewertung_correctness"),
            *bruch_constraints("effektiv", "bewertung_effektiv"),
            *bruch_constraints("anteil", "bewertung_anteil"),
            models.CheckConstraint(
                condition=Q(
                    evaluations_status=EvaluationsStatus.BEWERTET,
                    correctness_zaehler__isnull=False,
                    effektiv_zaehler__isnull=False,
                )
                | Q(
                    evaluations_status=EvaluationsStatus.TECHNISCHER_FEHLER,
                    correctness_zaehler__isnull=True,
                    effektiv_zaehler__isnull=False,
                    effektiv_zaehler=0,
                )
                | Q(
                    evaluations_status__in=[
                        EvaluationsStatus.OHNE_REGEL,
                        EvaluationsStatus.JUDGE_FEHLER,
                    ],
                    correctness_zaehler__isnull=True,
                    effektiv_zaehler__isnull=True,
                ),
                name="bewertung_werte_passen_zum_status",
            ),
            models.CheckConstraint(
                condition=Q(ueberschrieben=False)
                | (Q(ueberschrieben_von__isnull=False) & ~Q(ueberschreibung_grund="")),
                name="bewertung_ueberschreibung_begruendet",
            ),
        )

    def __str__(self) -> str:
        return f"{self.run} · {self.get_evaluations_status_display()}"

    @property
    def correctness(self) -> Fraction | None:
        """The exact Correctness, None where there is none (R-7.8)."""
        return bruch(self.correctness_zaehler, self.correctness_nenner)

    @property
    def effektiv(self) -> Fraction | None:
        return bruch(self.effektiv_zaehler, self.effektiv_nenner)

    @property
    def anteil(self) -> Fraction | None:
        return bruch(self.anteil_zaehler, self.anteil_nenner)


def bruch(zaehler: int | None, nenner: int | None) -> Fraction | None:
    """The stored fraction; None where none is stored."""
    return None if zaehler is None or nenner is None else Fraction(zaehler, nenner)
