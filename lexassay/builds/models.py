"""BuildManifest and its Artefakte; the release pointer; the editorial texts of the site."""

from __future__ import annotations

import hashlib
import zlib

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from lexassay.protokoll.appendonly import AppendOnlyModel

STATUS = [
    ("entwurf", "Entwurf"),
    ("freigegeben", "freigegeben"),
    ("abgeloest", "abgelöst"),
    ("zurueckgezogen", "zurückgezogen"),
]


class BuildQuerySet(models.QuerySet):
    """Named sets of builds."""

    def veroeffentlicht(self) -> BuildQuerySet:
        """Builds that were public at some time, newest first."""
        return self.exclude(status="entwurf").order_by("-freigegeben_am", "-id")


class BuildManifest(models.Model):
    """The provenance record of one frozen, checked, publishable state of the results."""

    kennung = models.SlugField("Build-Kennung", max_length=40, unique=True)
    angelegt_am = models.DateTimeField("Angelegt am")
    angelegt_von = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name="Gebaut von",
    )
    status = models.CharField("Status", max_length=20, choices=STATUS, default="entwurf")
    beispieldaten = models.BooleanField("Beispieldaten", default=False)
    manifest = models.JSONField("Manifest", default=dict)
    baum_hash = models.CharField("Prüfsumme des Baums", max_length=64)
    stand_hash = models.CharField("Prüfsumme des Datenstands", max_length=64)
    tore = models.JSONField("Bericht der Qualitäts-Tore", default=dict)
    fehler_zahl = models.PositiveIntegerField("Fehler", default=0)
    hinweis_zahl = models.PositiveIntegerField("Hinweise", default=0)
    vorgaenger = models.ForeignKey(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="nachfolger",
        verbose_name="Vorheriger Build",
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
    zurueckgezogen_am = models.DateTimeField("Zurückgezogen am", null=True, blank=True)
    zurueckgezogen_grund = models.TextField("Zurückgezogen, weil", blank=True)

    objects = BuildQuerySet.as_manager()

    class Meta:
        verbose_name = "Build"
        verbose_name_plural = "Builds"
        ordering = ("-angelegt_am", "-id")
        permissions = (("release_build", "Darf Builds freigeben und zurückziehen"),)
        constraints = (
            models.CheckConstraint(
                condition=Q(status__in=[wert for wert, _ in STATUS]), name="build_status"
            ),
            models.CheckConstraint(
                condition=Q(status="entwurf")
                | (Q(freigegeben_am__isnull=False) & Q(fehler_zahl=0)),
                name="build_freigabe_ohne_fehler",
            ),
            models.CheckConstraint(
                condition=Q(freigegeben_von__isnull=True)
                | Q(angelegt_von__isnull=True)
                | ~Q(freigegeben_von=F("angelegt_von")),
                name="build_vier_augen",
            ),
        )

    def __str__(self) -> str:
        return self.kennung


class Artefakt(models.Model):
    """One file of a build, stored once under the SHA-256 of its uncompressed bytes."""

    sha256 = models.CharField("SHA-256", max_length=64, primary_key=True)
    daten = models.BinaryField("Daten (zlib)", null=True)
    laenge = models.PositiveIntegerField("Länge in Bytes")
    gesperrt_am = models.DateTimeField("Gesperrt am", null=True, blank=True)
    gesperrt_grund = models.TextField("Gesperrt, weil", blank=True)

    class Meta:
        verbose_name = "Artefakt"
        verbose_name_plural = "Artefakte"

    def __str__(self) -> str:
        return self.sha256[:12]

    @classmethod
    def of(cls, raw: bytes) -> Artefakt:
        """Build the row of some bytes; the caller saves it."""
        return cls(
            sha256=hashlib.sha256(raw).hexdigest(), daten=zlib.compress(raw, 6), laenge=len(raw)
        )

    def raw(self) -> bytes:
        """Return the uncompressed bytes, checked against their address."""
        try:
            raw = zlib.decompress(bytes(self.daten or b""))
        except zlib.error as error:
            raise ValueError(f"Artefakt {self.sha256[:12]}: Die Daten sind beschädigt.") from error
        if hashlib.sha256(raw).hexdigest() != self.sha256:
            raise ValueError(f"Artefakt {self.sha256[:12]}: Die Prüfsumme stimmt nicht.")
        return raw


class BuildPfad(AppendOnlyModel):
    """Under which path a build serves which Artefakt."""

    build = models.ForeignKey(
        BuildManifest, on_delete=models.PROTECT, related_name="pfade", verbose_name="Build"
    )
    pfad = models.CharField("Pfad", max_length=300)
    artefakt = models.ForeignKey(
        Artefakt, on_delete=models.PROTECT, related_name="pfade", verbose_name="Artefakt"
    )

    class Meta:
        verbose_name = "Pfad eines Builds"
        verbose_name_plural = "Pfade eines Builds"
        ordering = ("build", "pfad")
        constraints = (models.UniqueConstraint(fields=["build", "pfad"], name="buildpfad_einmal"),)

    def __str__(self) -> str:
        return f"{self.build} · {self.pfad}"


class InternerStand(AppendOnlyModel):
    """The full Datenstand of a build, secret part included: for ``verify_build`` only."""

    build = models.OneToOneField(
        BuildManifest, on_delete=models.PROTECT, related_name="intern", verbose_name="Build"
    )
    daten = models.BinaryField("Daten (zlib)")
    salz = models.CharField("Salz der Zusage", max_length=64)

    class Meta:
        verbose_name = "Interner Datenstand"
        verbose_name_plural = "Interne Datenstände"

    def __str__(self) -> str:
        return f"Interner Datenstand {self.build}"

    def raw(self) -> bytes:
        try:
            return zlib.decompress(bytes(self.daten))
        except zlib.error as error:
            raise ValueError("Der interne Datenstand ist beschädigt.") from error


class Freigabezeiger(models.Model):
    """The one row that says which build is live; switching it is the release."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    build = models.ForeignKey(
        BuildManifest, on_delete=models.PROTECT, related_name="+", verbose_name="Build", null=True
    )
    gewechselt_am = models.DateTimeField("Gewechselt am")

    class Meta:
        verbose_name = "Freigabezeiger"
        verbose_name_plural = "Freigabezeiger"
        constraints = (models.CheckConstraint(condition=Q(id=1), name="freigabezeiger_einer"),)

    def __str__(self) -> str:
        return str(self.build or "nichts freigegeben")


class Korrekturhinweis(AppendOnlyModel):
    """A published correction: dated, with before and after, on every page it concerns (R-13.2)."""

    kennung = models.SlugField("Kennung", max_length=40, unique=True)
    datum = models.DateField("Datum")
    seiten = models.JSONField("Betroffene Seiten", default=list)
    vorher = models.TextField("Vorher")
    nachher = models.TextField("Nachher")
    grund = models.TextField("Grund")

    class Meta:
        verbose_name = "Korrekturhinweis"
        verbose_name_plural = "Korrekturhinweise"
        ordering = ("-datum", "kennung")

    def __str__(self) -> str:
        return self.kennung


class Stellungnahme(AppendOnlyModel):
    """A vendor's reply, printed unchanged beside the result that it concerns (R-15.17)."""

    kennung = models.SlugField("Kennung", max_length=40, unique=True)
    datum = models.DateField("Eingegangen am")
    absender = models.CharField("Absender", max_length=200)
    seite = models.CharField("Seite, die sie betrifft", max_length=300)
    text = models.TextField("Text")

    class Meta:
        verbose_name = "Stellungnahme"
        verbose_name_plural = "Stellungnahmen"
        ordering = ("-datum", "kennung")

    def __str__(self) -> str:
        return f"{self.absender}, {self.datum:%d.%m.%Y}"


class Methodentext(models.Model):
    """One version of the published method; the newest approved one is in force."""

    fassung = models.CharField("Fassung", max_length=20, unique=True)
    datum = models.DateField("Datum")
    text = models.TextField("Ergänzender Text (Markdown)", blank=True)
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

    class Meta:
        verbose_name = "Methodentext"
        verbose_name_plural = "Methodentexte"
        ordering = ("-datum", "-fassung")
        constraints = (
            models.CheckConstraint(
                condition=Q(freigegeben_von__isnull=True)
                | Q(angelegt_von__isnull=True)
                | ~Q(freigegeben_von=F("angelegt_von")),
                name="methodentext_vier_augen",
            ),
        )

    def __str__(self) -> str:
        return f"Methodenfassung {self.fassung}"


class ResearchNote(models.Model):
    """An editorial note about the results, citing a Build-Kennung."""

    kennung = models.SlugField("Kennung", max_length=60, unique=True)
    titel = models.CharField("Titel", max_length=200)
    datum = models.DateField("Datum")
    build_kennung = models.CharField("Zitierter Build", max_length=40, blank=True)
    text = models.TextField("Text (Markdown)")
    veroeffentlicht = models.BooleanField("Mit dem nächsten Build veröffentlichen", default=False)

    class Meta:
        verbose_name = "Research Note"
        verbose_name_plural = "Research Notes"
        ordering = ("-datum", "kennung")

    def __str__(self) -> str:
        return self.titel
