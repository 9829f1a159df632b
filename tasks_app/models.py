"""Aufgabensatz, Katalogversion, Testfall and what belongs to a Testfall."""

from __future__ import annotations

from enum import StrEnum

from django.conf import settings
from django.core.validators import URLValidator
from django.db import models
from django.db.models import F, Q

from tasks_app.begriffe import (
    Abruf,
    Aufgabentyp,
    BeispielArt,
    Bewertungsmodus,
    Bewertungsverfahren,
    KategorieArt,
    Rechtsordnung,
    Sichtbarkeit,
    TestfallStatus,
    Veroeffentlichung,
    choices,
)


def one_of(
    field: str, enum: type[StrEnum], name: str, *, blank: bool = False
) -> models.CheckConstraint:
    """A closed list is closed in the database too (aesthetics P11)."""
    values = [member.value for member in enum] + ([""] if blank else [])
    return models.CheckConstraint(condition=Q(**{f"{field}__in": values}), name=name)


class Aufgabensatz(models.Model):
    """A catalogue of Testfälle with one Bewertungsverfahren (SPEC 0)."""

    kennung = models.SlugField("Kennung", max_length=40, unique=True)
    titel = models.CharField("Titel", max_length=200)
    beschreibung = models.TextField("Beschreibung", blank=True)
    bewertungsverfahren = models.CharField(
        "Bewertungsverfahren", max_length=20, choices=choices(Bewertungsverfahren)
    )
    beispiel = models.BooleanField("Beispielsatz", default=False)
    archiviert = models.BooleanField("archiviert", default=False)
    veroeffentlichung = models.CharField(
        "Veröffentlichung der Antworten",
        max_length=20,
        choices=choices(Veroeffentlichung),
        default=Veroeffentlichung.VOLL,
    )
    hinweis = models.TextField("Hinweis auf jeder Seite", blank=True)
    lizenz = models.CharField("Lizenz", max_length=80, blank=True)
    namensnennung = models.TextField("Namensnennung", blank=True)

    class Meta:
        verbose_name = "Aufgabensatz"
        verbose_name_plural = "Aufgabensätze"
        ordering = ("kennung",)
        constraints = (
            one_of("bewertungsverfahren", Bewertungsverfahren, "aufgabensatz_verfahren"),
            one_of("veroeffentlichung", Veroeffentlichung, "aufgabensatz_veroeffentlichung"),
        )

    def __str__(self) -> str:
        return f"{self.kennung} · {self.titel}"


class Kategorie(models.Model):
    """One category of one of the four kinds."""

    art = models.CharField("Art", max_length=20, choices=choices(KategorieArt))
    name = models.CharField("Name", max_length=120)

    class Meta:
        verbose_name = "Kategorie"
        verbose_name_plural = "Kategorien"
        ordering = ("art", "name")
        constraints = (
            models.UniqueConstraint(fields=["art", "name"], name="kategorie_einmal"),
            one_of("art", KategorieArt, "kategorie_art"),
        )

    def __str__(self) -> str:
        return f"{self.get_art_display()}: {self.name}"


class TestfallQuerySet(models.QuerySet):
    """Named sets of Testfälle."""

    __test__ = False

    def freigegeben(self) -> TestfallQuerySet:
        return self.filter(status=TestfallStatus.FREIGEGEBEN)

    def oeffentlich(self) -> TestfallQuerySet:
        return self.filter(sichtbarkeit=Sichtbarkeit.OEFFENTLICH)

    def geheim(self) -> TestfallQuerySet:
        return self.filter(sichtbarkeit=Sichtbarkeit.GEHEIM)


class Testfall(models.Model):
    """One task in one version; ``kennung`` and ``version`` identify it for ever (R-1.1, R-1.2)."""

    __test__ = False

    aufgabensatz = models.ForeignKey(
        Aufgabensatz,
        on_delete=models.PROTECT,
        related_name="testfaelle",
        verbose_name="Aufgabensatz",
    )
    kennung = models.SlugField("Kennung", max_length=60)
    version = models.PositiveIntegerField("Version", default=1)
    titel = models.CharField("Titel", max_length=200)
    faehigkeit = models.TextField("Geprüfte Fähigkeit", blank=True)
    hypothese = models.TextField("Hypothese", blank=True)
    rechtsordnung = models.CharField("Rechtsordnung", max_length=24, choices=choices(Rechtsordnung))
    aufgabentyp = models.CharField("Aufgabentyp", max_length=24, choices=choices(Aufgabentyp))
    kategorien = models.ManyToManyField(
        Kategorie, blank=True, related_name="testfaelle", verbose_name="Kategorien"
    )
    prompt = models.TextField("Prompt")
    eingabedaten = models.TextField("Eingabedaten", blank=True)
    goldloesung = models.TextField("Goldlösung", blank=True)
    sollwert = models.TextField("Sollwert", blank=True)
    rechtsstand = models.DateField("Rechtsstand", null=True, blank=True)
    bewertungsmodus = models.CharField(
        "Bewertungsmodus", max_length=20, choices=choices(Bewertungsmodus)
    )
    regel_kennung = models.SlugField("Kennung der Bewertungsregel", max_length=60, blank=True)
    sichtbarkeit = models.CharField(
        "Sichtbarkeit",
        max_length=20,
        choices=choices(Sichtbarkeit),
        default=Sichtbarkeit.OEFFENTLICH,
    )
    erfundene_entscheidung = models.CharField("Erfundene Entscheidung", max_length=250, blank=True)
    registerpruefung = models.TextField("Registerprüfung", blank=True)
    registerpruefung_am = models.DateField("Registerprüfung am", null=True, blank=True)
    namensnennung = models.TextField("Namensnennung", blank=True)
    jurist_name = models.CharField(
        "Prüfende Juristin oder prüfender Jurist", max_length=150, blank=True
    )
    jurist_am = models.DateField("Juristisch geprüft am", null=True, blank=True)
    canary = models.CharField("Canary", max_length=120, blank=True)
    status = models.CharField(
        "Status", max_length=20, choices=choices(TestfallStatus), default=TestfallStatus.ENTWURF
    )
    eingefroren_am = models.DateTimeField("Eingefroren am", null=True, blank=True)
    prompt_fingerabdruck = models.CharField("Prompt-Fingerabdruck", max_length=64, blank=True)
    prompt_fingerabdruck_normal = models.CharField(
        "Normalisierter Prompt-Fingerabdruck", max_length=64, blank=True
    )
    inhalts_hash = models.CharField("Inhalts-Hash", max_length=64, blank=True)
    suchtext = models.TextField("Suchtext", blank=True, editable=False)
    zugesagt_hash = models.CharField("Veröffentlichte Zusage (Hash)", max_length=64, blank=True)
    zusage_salz = models.CharField("Salz der Zusage", max_length=64, blank=True, editable=False)
    angelegt_von = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name="Angelegt von",
    )
    freigegeben_von = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name="Freigegeben von",
    )
    freigegeben_am = models.DateTimeField("Freigegeben am", null=True, blank=True)

    objects = TestfallQuerySet.as_manager()

    class Meta:
        verbose_name = "Testfall"
        verbose_name_plural = "Testfälle"
        ordering = ("aufgabensatz", "kennung", "version")
        permissions = (("view_geheim", "Darf geheime Testfälle sehen"),)
        constraints = (
            models.UniqueConstraint(fields=["kennung", "version"], name="testfall_einmal"),
            models.CheckConstraint(condition=Q(version__gte=1), name="testfall_version_ab_eins"),
            one_of("rechtsordnung", Rechtsordnung, "testfall_rechtsordnung"),
            one_of("aufgabentyp", Aufgabentyp, "testfall_aufgabentyp"),
            one_of("bewertungsmodus", Bewertungsmodus, "testfall_bewertungsmodus"),
            one_of("sichtbarkeit", Sichtbarkeit, "testfall_sichtbarkeit"),
            one_of("status", TestfallStatus, "testfall_status"),
            models.CheckConstraint(
                condition=~Q(status=TestfallStatus.FREIGEGEBEN)
                | (Q(eingefroren_am__isnull=False) & ~Q(inhalts_hash="")),
                name="testfall_freigegeben_ist_eingefroren",
            ),
            models.CheckConstraint(
                condition=Q(freigegeben_von__isnull=True)
                | Q(angelegt_von__isnull=True)
                | ~Q(freigegeben_von=F("angelegt_von")),
                name="testfall_vier_augen",
            ),
        )

    def __str__(self) -> str:
        return f"{self.kennung} (Fassung {self.version})"

    @property
    def geheim(self) -> bool:
        return self.sichtbarkeit == Sichtbarkeit.GEHEIM

    @property
    def adresse(self) -> str:
        """The name of exactly this version: the Kennung, from version 2 on with its number."""
        return self.kennung if self.version == 1 else f"{self.kennung}-f{self.version}"

    @property
    def eingefroren(self) -> bool:
        return self.eingefroren_am is not None

    @property
    def geoeffnetes_salz(self) -> str:
        """The salt of the commitment once the Testfall has retired, "" before (R-15.6)."""
        return self.zusage_salz if self.status == TestfallStatus.ARCHIVIERT else ""

    @property
    def gesendeter_text(self) -> str:
        """Exactly what a model gets as the user's message: prompt, then Eingabedaten if any."""
        return self.prompt + ("\n\n" + self.eingabedaten if self.eingabedaten else "")


class Kriterium(models.Model):
    """One atomic, weighted yes/no criterion of a Testfall."""

    testfall = models.ForeignKey(
        Testfall, on_delete=models.CASCADE, related_name="kriterien", verbose_name="Testfall"
    )
    kennung = models.SlugField("Kennung", max_length=20)
    position = models.PositiveSmallIntegerField("Reihenfolge")
    text = models.TextField("Kriterium")
    gewicht = models.PositiveSmallIntegerField("Gewicht")
    fundstelle_verlangt = models.BooleanField("Fundstelle verlangt", default=False)
    fundstelle = models.CharField("Tragende Fundstelle", max_length=250, blank=True)
    erlaeuterung = models.TextField("Erläuterung für die Bewertung", blank=True)

    class Meta:
        verbose_name = "Kriterium"
        verbose_name_plural = "Kriterien"
        ordering = ("testfall", "position")
        constraints = (
            models.UniqueConstraint(fields=["testfall", "kennung"], name="kriterium_einmal"),
            models.CheckConstraint(condition=Q(gewicht__gte=1), name="kriterium_gewicht_positiv"),
        )

    def __str__(self) -> str:
        return f"{self.testfall} · {self.kennung}"


class Quelle(models.Model):
    """One primary source of a gold solution; no row may state a retrieval that did not happen."""

    testfall = models.ForeignKey(
        Testfall, on_delete=models.CASCADE, related_name="quellen", verbose_name="Testfall"
    )
    position = models.PositiveSmallIntegerField("Reihenfolge")
    fundstelle = models.CharField("Fundstelle", max_length=250)
    url = models.CharField(
        "Adresse", max_length=500, blank=True, validators=[URLValidator(schemes=["http", "https"])]
    )
    abruf = models.CharField(
        "Abruf", max_length=24, choices=choices(Abruf), default=Abruf.NICHT_ABGERUFEN
    )
    abrufdatum = models.DateField("Abrufdatum", null=True, blank=True)
    wortlaut = models.TextField("Herangezogener Wortlaut", blank=True)
    text_hash = models.CharField("SHA-256 des Textes", max_length=64, blank=True)

    class Meta:
        verbose_name = "Primärquelle"
        verbose_name_plural = "Primärquellen"
        ordering = ("testfall", "position")
        constraints = (
            models.UniqueConstraint(fields=["testfall", "position"], name="quelle_einmal"),
            one_of("abruf", Abruf, "quelle_abruf"),
            models.CheckConstraint(
                condition=(
                    Q(abruf=Abruf.NICHT_ABGERUFEN, abrufdatum__isnull=True, text_hash="")
                    | Q(abruf=Abruf.MITGELIEFERTER_TEXT, abrufdatum__isnull=False)
                    | (Q(abruf=Abruf.ABGERUFEN, abrufdatum__isnull=False) & ~Q(text_hash=""))
                ),
                name="quelle_abruf_belegt",
            ),
        )

    def __str__(self) -> str:
        return self.fundstelle


class Beispielantwort(models.Model):
    """An answer whose grade is known beforehand (R-1.3)."""

    testfall = models.ForeignKey(
        Testfall,
        on_delete=models.CASCADE,
        related_name="beispielantworten",
        verbose_name="Testfall",
    )
    art = models.CharField("Art", max_length=20, choices=choices(BeispielArt))
    text = models.TextField("Antwort")
    erfuellt = models.JSONField("Erfüllte Kriterien", default=list, blank=True)
    erwarteter_wert = models.CharField("Erwarteter Wert (Bruch)", max_length=20, blank=True)
    erwartetes_label = models.CharField("Erwartetes Label", max_length=60, blank=True)
    geprueft_am = models.DateTimeField("Erwartung zuletzt bestätigt am", null=True, blank=True)

    class Meta:
        verbose_name = "Beispielantwort"
        verbose_name_plural = "Beispielantworten"
        ordering = ("testfall", "id")
        constraints = (one_of("art", BeispielArt, "beispielantwort_art"),)

    def __str__(self) -> str:
        return f"{self.testfall} · {self.get_art_display()}"


class Katalogversion(models.Model):
    """The exact list of Testfall versions of an Aufgabensatz at a time, secret ones included."""

    aufgabensatz = models.ForeignKey(
        Aufgabensatz,
        on_delete=models.PROTECT,
        related_name="katalogversionen",
        verbose_name="Aufgabensatz",
    )
    nummer = models.PositiveIntegerField("Nummer")
    testfaelle = models.ManyToManyField(
        Testfall, related_name="katalogversionen", verbose_name="Testfälle"
    )
    inhalts_hash = models.CharField("Inhalts-Hash", max_length=64)
    angelegt_am = models.DateTimeField("Angelegt am")
    anlass = models.TextField("Anlass", blank=True)
    pilot = models.BooleanField("Nur für Pilotläufe", default=False)

    class Meta:
        verbose_name = "Katalogversion"
        verbose_name_plural = "Katalogversionen"
        ordering = ("aufgabensatz", "nummer")
        constraints = (
            models.UniqueConstraint(
                fields=["aufgabensatz", "nummer"], name="katalogversion_einmal"
            ),
        )

    def __str__(self) -> str:
        return f"{self.aufgabensatz.kennung}, Katalog {self.nummer}"

    @property
    def kennung(self) -> str:
        return f"{self.aufgabensatz.kennung}-k{self.nummer}"


class Definitionsentscheidung(models.Model):
    """The recorded ruling that closes one finding of the definition checks (R-1.5)."""

    aufgabensatz = models.ForeignKey(
        Aufgabensatz,
        on_delete=models.PROTECT,
        related_name="definitionsentscheidungen",
        verbose_name="Aufgabensatz",
    )
    befund = models.CharField("Befund", max_length=40)
    gegenstand = models.CharField("Gegenstand", max_length=300)
    begruendung = models.TextField("Begründung")
    entschieden_von = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name="Entschieden von",
    )
    entschieden_am = models.DateTimeField("Entschieden am")

    class Meta:
        verbose_name = "Entscheidung über einen Definitionsbefund"
        verbose_name_plural = "Entscheidungen über Definitionsbefunde"
        ordering = ("aufgabensatz", "befund", "gegenstand")
        constraints = (
            models.UniqueConstraint(
                fields=["aufgabensatz", "befund", "gegenstand"],
                name="definitionsentscheidung_einmal",
            ),
            models.CheckConstraint(
                condition=~Q(begruendung=""), name="definitionsentscheidung_begruendet"
            ),
        )

    def __str__(self) -> str:
        return f"{self.befund}: {self.gegenstand}"
