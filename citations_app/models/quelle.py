"""The sources of the Zitatprüfung and the laws imported for it."""

from __future__ import annotations

from django.conf import settings
from django.core.validators import URLValidator
from django.db import models
from django.db.models import Q

from lexassay.protokoll.appendonly import AppendOnlyModel


class Zitatquelle(models.Model):
    """A source; it stays off until an editor has recorded its terms (R-9.2)."""

    kennung = models.SlugField("Kennung", max_length=40, unique=True)
    name = models.CharField("Name", max_length=120)
    betreiber = models.CharField("Betreiber", max_length=150)
    reihenfolge = models.PositiveSmallIntegerField("Reihenfolge", default=100)
    mitgeliefert = models.BooleanField("Mitgeliefert (ohne Netz)", default=False)
    beispiel = models.BooleanField("Beispielquelle", default=False)
    aktiv = models.BooleanField("eingeschaltet", default=False)
    bedingungen_url = models.CharField(
        "Nutzungsbedingungen (Adresse)",
        max_length=400,
        blank=True,
        validators=[URLValidator(schemes=["http", "https"])],
    )
    bedingungen_am = models.DateField("Bedingungen gelesen am", null=True, blank=True)
    erlaubnis = models.TextField("Erlaubnis", blank=True)
    eingeschaltet_von = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name="Eingeschaltet von",
    )
    mindestabstand_ms = models.PositiveIntegerField("Mindestabstand in ms", default=2_000)
    zwischenspeicher_tage = models.PositiveSmallIntegerField(
        "Zwischenspeicher in Tagen", default=30
    )
    naechster_abruf_ab = models.DateTimeField("Nächster Abruf ab", null=True, blank=True)

    class Meta:
        verbose_name = "Zitatquelle"
        verbose_name_plural = "Zitatquellen"
        ordering = ("reihenfolge", "kennung")
        constraints = (
            models.CheckConstraint(
                condition=Q(aktiv=False)
                | Q(mitgeliefert=True)
                | (~Q(bedingungen_url="") & Q(bedingungen_am__isnull=False) & ~Q(erlaubnis="")),
                name="zitatquelle_aktiv_nur_mit_bedingungen",
            ),
        )

    def __str__(self) -> str:
        return self.name


class Normenbestand(AppendOnlyModel):
    """One imported state of a law; the newest builddate of a slug is used."""

    slug = models.CharField("Kurzname", max_length=80)
    jurabk = models.CharField("Juristische Abkürzung", max_length=80)
    amtabk = models.CharField("Amtliche Abkürzung", max_length=80, blank=True)
    titel = models.TextField("Titel")
    builddate = models.CharField("Stand des XML (JJJJMMTT)", max_length=8)
    doknr = models.CharField("Dokumentnummer", max_length=40)
    xml_sha256 = models.CharField("SHA-256 des XML", max_length=64)
    paket = models.BinaryField("Gepackter Inhalt")
    herkunft = models.CharField("Herkunft", max_length=300)
    importiert_am = models.DateTimeField("Importiert am")

    class Meta:
        verbose_name = "Gesetz im Normenbestand"
        verbose_name_plural = "Normenbestand"
        ordering = ("slug", "-builddate")
        constraints = (
            models.UniqueConstraint(fields=["slug", "xml_sha256"], name="normenbestand_einmal"),
        )

    def __str__(self) -> str:
        return f"{self.amtabk or self.jurabk} ({self.builddate})"

    def content(self) -> bytes:
        """Return the packed bytes."""
        return bytes(self.paket)
