"""Ereignis: who did what, when, and why; and the Einstellungen that editors may change."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from lexassay.protokoll.appendonly import AppendOnlyModel


class Ereignis(AppendOnlyModel):
    """One audit entry (SPEC 0).

    The row is written unchained in the transaction of the action itself; the sealer later puts
    it into the chain by a ``Siegel`` (``lexassay.protokoll.siegel``).
    """

    zeitpunkt = models.DateTimeField("Zeitpunkt", db_index=True)
    akteur = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="ereignisse",
        verbose_name="Konto",
    )
    akteur_name = models.CharField("Handelnde Person oder Dienst", max_length=150)
    aktion = models.CharField("Aktion", max_length=80, db_index=True)
    objekt_typ = models.CharField("Art des Objekts", max_length=80)
    objekt_id = models.CharField("Schlüssel des Objekts", max_length=64)
    objekt_name = models.CharField("Objekt", max_length=250)
    von = models.JSONField("Von", null=True, blank=True)
    nach = models.JSONField("Nach", null=True, blank=True)
    begruendung = models.TextField("Begründung", blank=True)

    class Meta:
        verbose_name = "Ereignis"
        verbose_name_plural = "Ereignisse"
        ordering = ("id",)
        indexes = (models.Index(fields=["objekt_typ", "objekt_id"], name="ereignis_objekt"),)

    def __str__(self) -> str:
        return f"{self.zeitpunkt:%d.%m.%Y %H:%M} · {self.aktion} · {self.objekt_name}"


class Siegel(AppendOnlyModel):
    """The place of one Ereignis in the hash chain: gap-free number, previous hash, own hash."""

    nummer = models.PositiveBigIntegerField("Nummer", unique=True)
    ereignis = models.OneToOneField(
        Ereignis, on_delete=models.PROTECT, related_name="siegel", verbose_name="Ereignis"
    )
    vorheriger_hash = models.CharField("Hash des Vorgängers", max_length=64, blank=True)
    hash = models.CharField("Hash", max_length=64, unique=True)

    class Meta:
        verbose_name = "Siegel"
        verbose_name_plural = "Siegel"
        ordering = ("nummer",)
        constraints = (
            models.CheckConstraint(condition=Q(nummer__gte=1), name="siegel_nummer_ab_eins"),
        )

    def __str__(self) -> str:
        return f"Nr. {self.nummer} · {self.hash[:12]}"


class Einstellung(AppendOnlyModel):
    """One dated value of a setting; the newest row of a name is in force."""

    name = models.CharField("Name", max_length=60, db_index=True)
    wert = models.JSONField("Wert")
    gilt_ab = models.DateTimeField("Gilt ab")
    gesetzt_von = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name="Gesetzt von",
    )

    class Meta:
        verbose_name = "Einstellung"
        verbose_name_plural = "Einstellungen"
        ordering = ("name", "-id")

    def __str__(self) -> str:
        return f"{self.name} ab {self.gilt_ab:%d.%m.%Y}"
