"""Findings and their evidence: append-only, so that nothing can be argued away later."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from citations_app.begriffe import (
    DURCH_PERSON,
    FEHLERSTATUS,
    Abrufweg,
    Befundart,
    Mangel,
    Zitatstatus,
)
from citations_app.models.zitat import Zitat
from lexassay.protokoll.appendonly import AppendOnlyModel
from runs_app.models import one_of


class Beleg(AppendOnlyModel):
    """The evidence of one look-up; several Zitate may rest on it (cached with its date)."""

    quelle = models.CharField("Quelle", max_length=40)
    betreiber = models.CharField("Betreiber", max_length=150)
    anfrage = models.CharField("Anfrage", max_length=400)
    url = models.CharField("Adresse", max_length=600, blank=True)
    weg = models.CharField("Abruf", max_length=20, choices=Abrufweg.choices())
    abgerufen_am = models.DateTimeField("Abgerufen am", null=True, blank=True)
    stand = models.DateField("Stand der Quelle", null=True, blank=True)
    http_status = models.PositiveSmallIntegerField("HTTP-Status", null=True, blank=True)
    inhalt_sha256 = models.CharField("SHA-256 des Inhalts", max_length=64, blank=True)
    auszug = models.TextField("Auszug", blank=True)
    felder = models.JSONField("Gelesene Felder", default=dict, blank=True)
    ausfall = models.CharField("Ausfall", max_length=20, blank=True)
    grund = models.TextField("Grund des Ausfalls", blank=True)
    leser_version = models.CharField("Fassung des Lesers", max_length=20)

    class Meta:
        verbose_name = "Beleg"
        verbose_name_plural = "Belege"
        ordering = ("-id",)
        constraints = (
            one_of("weg", Abrufweg, "beleg_weg"),
            models.CheckConstraint(
                condition=Q(weg=Abrufweg.ABGERUFEN, abgerufen_am__isnull=False)
                | (~Q(weg=Abrufweg.ABGERUFEN) & Q(abgerufen_am__isnull=True)),
                name="beleg_abruf_nur_wenn_abgerufen",
            ),
            models.CheckConstraint(
                condition=Q(ausfall="") | Q(weg=Abrufweg.VERSUCHT),
                name="beleg_ausfall_ist_kein_abruf",
            ),
            models.CheckConstraint(
                condition=~Q(weg=Abrufweg.MITGELIEFERT)
                | (Q(stand__isnull=False) & ~Q(inhalt_sha256="")),
                name="beleg_mitgeliefert_hat_stand",
            ),
        )
        indexes = (
            models.Index(fields=["quelle", "anfrage", "-id"], name="beleg_zwischenspeicher"),
        )

    def __str__(self) -> str:
        return f"{self.quelle}: {self.anfrage}"


class Befund(AppendOnlyModel):
    """One finding about a Zitat, by a source or by hand (R-9.3, R-9.4)."""

    zitat = models.ForeignKey(
        Zitat, on_delete=models.PROTECT, related_name="befunde", verbose_name="Zitat"
    )
    nummer = models.PositiveIntegerField("Nummer")
    quelle = models.CharField("Quelle", max_length=40)
    betreiber = models.CharField("Betreiber", max_length=150)
    art = models.CharField("Befund", max_length=24, choices=Befundart.choices())
    maengel = models.JSONField("Mängel", default=list, blank=True)
    hinweise = models.JSONField("Hinweise", default=list, blank=True)
    beleg = models.ForeignKey(
        Beleg, on_delete=models.PROTECT, related_name="befunde", verbose_name="Beleg"
    )
    hand_status = models.CharField(
        "Status (Hand)", max_length=20, choices=Zitatstatus.choices(), blank=True
    )
    begruendung = models.TextField("Begründung", blank=True)
    erhoben_von = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name="Erhoben von",
    )
    erhoben_am = models.DateTimeField("Erhoben am")

    class Meta:
        verbose_name = "Befund"
        verbose_name_plural = "Befunde"
        ordering = ("zitat", "nummer")
        constraints = (
            models.UniqueConstraint(fields=["zitat", "nummer"], name="befund_einmal"),
            one_of("art", Befundart, "befund_art"),
            one_of("hand_status", Zitatstatus, "befund_hand_status", blank=True),
            models.CheckConstraint(
                condition=(~Q(art__in=[a.value for a in sorted(DURCH_PERSON)]) & Q(hand_status=""))
                | (
                    Q(art=Befundart.VON_HAND, erhoben_von__isnull=False)
                    & ~Q(hand_status="")
                    & ~Q(begruendung="")
                )
                | (
                    Q(
                        art=Befundart.ZURUECKGENOMMEN,
                        erhoben_von__isnull=False,
                        hand_status="",
                    )
                    & ~Q(begruendung="")
                ),
                name="befund_hand_mit_begruendung",
            ),
        )

    def __str__(self) -> str:
        return f"{self.quelle}: {self.get_art_display()}"


class Endbefund(AppendOnlyModel):
    """The row that makes an error status or a Handbefund final, with its Belege.

    An automatic one needs two Belege of different sources and operators; the database refuses less.
    """

    zitat = models.ForeignKey(
        Zitat, on_delete=models.PROTECT, related_name="endbefunde", verbose_name="Zitat"
    )
    status = models.CharField("Endstatus", max_length=20, choices=Zitatstatus.choices())
    mangel = models.CharField("Mangel", max_length=20, choices=Mangel.choices(), blank=True)
    quelle_a = models.CharField("Quelle A", max_length=40)
    betreiber_a = models.CharField("Betreiber A", max_length=150)
    beleg_a = models.ForeignKey(
        Beleg, on_delete=models.PROTECT, related_name="+", verbose_name="Beleg A"
    )
    quelle_b = models.CharField("Quelle B", max_length=40, blank=True)
    betreiber_b = models.CharField("Betreiber B", max_length=150, blank=True)
    beleg_b = models.ForeignKey(
        Beleg,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name="Beleg B",
    )
    von_hand = models.BooleanField("Hand", default=False)
    begruendung = models.TextField("Begründung", blank=True)
    entschieden_von = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name="Entschieden von",
    )
    entschieden_am = models.DateTimeField("Entschieden am")

    class Meta:
        verbose_name = "Endbefund"
        verbose_name_plural = "Endbefunde"
        ordering = ("-id",)
        constraints = (
            one_of("status", Zitatstatus, "endbefund_status"),
            models.CheckConstraint(
                condition=(
                    Q(
                        von_hand=False,
                        status__in=[s.value for s in sorted(FEHLERSTATUS)],
                        beleg_b__isnull=False,
                    )
                    & ~Q(mangel="")
                    & ~Q(quelle_b="")
                    & ~Q(quelle_a=F("quelle_b"))
                    & ~Q(betreiber_a=F("betreiber_b"))
                    & ~Q(beleg_a=F("beleg_b"))
                )
                | (Q(von_hand=True, entschieden_von__isnull=False) & ~Q(begruendung="")),
                name="endbefund_zwei_quellen_oder_hand",
            ),
        )

    def __str__(self) -> str:
        return f"{self.zitat}: {self.get_status_display()}"
