"""A citation as it stands in the counting answer of a Run, and where its check stands."""

from __future__ import annotations

from datetime import datetime

from django.db import models
from django.db.models import F, Q

from citations_app.begriffe import FEHLERSTATUS, Mangel, Verwendung, Zitatstatus
from citations_app.form import fundstelle
from citations_app.grammar.types import Fundstelle
from lexassay.protokoll.appendonly import AppendOnlyModel
from runs_app.models import Run, Versuch, one_of


class Zitatauszug(AppendOnlyModel):
    """The citations of one Versuch have been extracted by one grammar, be it none (R-9.8)."""

    versuch = models.ForeignKey(
        Versuch, on_delete=models.PROTECT, related_name="zitatauszuege", verbose_name="Versuch"
    )
    anzahl = models.PositiveIntegerField("Zahl der Zitate")
    grammatik_version = models.CharField("Fassung der Grammatik", max_length=40)
    ausgezogen_am = models.DateTimeField("Ausgezogen am")

    class Meta:
        verbose_name = "Zitatauszug"
        verbose_name_plural = "Zitatauszüge"
        ordering = ("versuch", "id")
        constraints = (
            models.UniqueConstraint(
                fields=["versuch", "grammatik_version"], name="zitatauszug_einmal"
            ),
        )

    def __str__(self) -> str:
        return f"{self.anzahl} Zitate aus {self.versuch}"


class ZitatQuerySet(models.QuerySet):
    """Named sets of Zitate."""

    def zaehlend(self) -> ZitatQuerySet:
        """Those of the counting Versuch of their Run, as the newest grammar read it."""
        return self.filter(ueberholt=False, versuch=F("run__zaehlender_versuch"))

    def faellig(self, *, at: datetime) -> ZitatQuerySet:
        """Those whose next look-up is due."""
        return self.exclude(naechste_quelle="").filter(pruefen_ab__lte=at)

    def zweite_pruefung_offen(self) -> ZitatQuerySet:
        """Those under Verdacht while a second source can still speak (R-9.4)."""
        return self.exclude(verdacht="").exclude(naechste_quelle="")

    def kostend(self) -> ZitatQuerySet:
        """Those that cost points: final error status, supporting use (R-7.2)."""
        return self.filter(
            status__in=[s.value for s in FEHLERSTATUS], verwendung=Verwendung.STUETZEND.value
        )


class Zitat(models.Model):
    """One citation with its exact span; its status follows from its Befunde (R-9.1 to R-9.4)."""

    run = models.ForeignKey(
        Run, on_delete=models.PROTECT, related_name="zitate", verbose_name="Run"
    )
    versuch = models.ForeignKey(
        Versuch, on_delete=models.PROTECT, related_name="zitate", verbose_name="Versuch"
    )
    nummer = models.PositiveIntegerField("Nummer")
    start = models.PositiveIntegerField("Beginn (Zeichen)")
    ende = models.PositiveIntegerField("Ende (Zeichen)")
    text = models.TextField("Text")
    anzeige = models.CharField("Fundstelle", max_length=400)
    aussage = models.TextField("Gestützte Aussage", blank=True)
    rechtsordnung = models.CharField("Rechtsordnung", max_length=8)
    art = models.CharField("Art", max_length=24)
    schluessel = models.CharField("Schlüssel", max_length=300)
    abzugsschluessel = models.CharField("Abzugsschlüssel", max_length=300)
    kurzform = models.BooleanField("Kurzform", default=False)
    teile = models.JSONField("Bestandteile", default=dict)
    grammatik_version = models.CharField("Fassung der Grammatik", max_length=40)
    ueberholt = models.BooleanField("Von neuerer Grammatik überholt", default=False)
    verwendung = models.CharField(
        "Verwendung",
        max_length=20,
        choices=Verwendung.choices(),
        default=Verwendung.STUETZEND,
    )
    verwendung_von_hand = models.BooleanField("Verwendung von Hand", default=False)
    status = models.CharField(
        "Status", max_length=20, choices=Zitatstatus.choices(), default=Zitatstatus.UNGEPRUEFT
    )
    verdacht = models.CharField("Verdacht", max_length=20, choices=Mangel.choices(), blank=True)
    hinweise = models.JSONField("Hinweise", default=list, blank=True)
    von_hand = models.BooleanField("Hand", default=False)
    fuer_redaktion = models.BooleanField("Für die Redaktion", default=False, db_index=True)
    endbefund = models.ForeignKey(
        "citations_app.Endbefund",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name="Endbefund",
    )
    naechste_quelle = models.CharField("Als Nächstes zu fragen", max_length=40, blank=True)
    pruefen_ab = models.DateTimeField("Zu prüfen ab", null=True, blank=True)

    objects = ZitatQuerySet.as_manager()

    class Meta:
        verbose_name = "Zitat"
        verbose_name_plural = "Zitate"
        ordering = ("versuch", "nummer")
        constraints = (
            models.UniqueConstraint(
                fields=["versuch", "nummer"], condition=Q(ueberholt=False), name="zitat_einmal"
            ),
            models.CheckConstraint(
                condition=Q(ueberholt=False) | Q(naechste_quelle=""),
                name="zitat_ueberholt_nicht_faellig",
            ),
            models.CheckConstraint(condition=Q(ende__gt=F("start")), name="zitat_spanne"),
            one_of("status", Zitatstatus, "zitat_status"),
            one_of("verwendung", Verwendung, "zitat_verwendung"),
            one_of("verdacht", Mangel, "zitat_verdacht", blank=True),
            models.CheckConstraint(
                condition=~Q(status__in=[s.value for s in sorted(FEHLERSTATUS)])
                | Q(endbefund__isnull=False),
                name="zitat_fehlerstatus_braucht_endbefund",
            ),
            models.CheckConstraint(
                condition=~Q(verwendung=Verwendung.ABGELEHNT) | Q(verwendung_von_hand=True),
                name="zitat_abgelehnt_nur_von_hand",
            ),
            models.CheckConstraint(
                condition=Q(naechste_quelle="") | Q(pruefen_ab__isnull=False),
                name="zitat_faellig_hat_zeit",
            ),
        )
        indexes = (
            models.Index(fields=["run", "nummer"], name="zitat_run"),
            models.Index(
                fields=["pruefen_ab"],
                name="zitat_faellig",
                condition=~Q(naechste_quelle=""),
            ),
        )

    def __str__(self) -> str:
        return self.anzeige

    def fundstelle(self) -> Fundstelle:
        """Return the Fundstelle that the row describes."""
        return fundstelle(
            start=self.start,
            ende=self.ende,
            text=self.text,
            rechtsordnung=self.rechtsordnung,
            art=self.art,
            schluessel=self.schluessel,
            abzugsschluessel=self.abzugsschluessel,
            anzeige=self.anzeige,
            teile=self.teile,
            kurzform=self.kurzform,
        )
