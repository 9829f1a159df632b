"""What became of the wording that a gold solution relies on (R-9.6, R-15.12)."""

from __future__ import annotations

from django.db import models

from citations_app.begriffe import Quellenstand
from lexassay.protokoll.appendonly import AppendOnlyModel
from runs_app.models import one_of
from tasks_app.models import Quelle


class Quellenpruefung(AppendOnlyModel):
    """One look at a primary source; a row is written only when the result is new."""

    quelle = models.ForeignKey(
        Quelle, on_delete=models.PROTECT, related_name="pruefungen", verbose_name="Primärquelle"
    )
    ergebnis = models.CharField("Ergebnis", max_length=20, choices=Quellenstand.choices())
    stand = models.CharField("Stand des Textes (JJJJMMTT)", max_length=8, blank=True)
    text_hash = models.CharField("SHA-256 des heutigen Textes", max_length=64, blank=True)
    unterschied = models.TextField("Unterschied", blank=True)
    geprueft_am = models.DateTimeField("Geprüft am")

    class Meta:
        verbose_name = "Prüfung einer Primärquelle"
        verbose_name_plural = "Prüfungen der Primärquellen"
        ordering = ("-id",)
        constraints = (one_of("ergebnis", Quellenstand, "quellenpruefung_ergebnis"),)

    def __str__(self) -> str:
        return f"{self.quelle}: {self.get_ergebnis_display()}"
