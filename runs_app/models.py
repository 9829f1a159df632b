"""Models, Läufe and Runs: what was asked of whom, and every attempt at an answer."""

from __future__ import annotations

import hashlib
import zlib

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from lexassay.protokoll.appendonly import AppendOnlyModel
from runs_app.begriffe import (
    Abschlussgrund,
    Ausfuehrungsweg,
    Begriff,
    Dialekt,
    Fehlerart,
    Gueltigkeit,
    LaufStatus,
    RunStatus,
    VersuchArt,
)
from runs_app.status import TechnischerStatus
from tasks_app.models import Katalogversion, Testfall


def one_of(
    field: str, enum: type[Begriff], name: str, *, blank: bool = False
) -> models.CheckConstraint:
    """A closed list is closed in the database too (aesthetics P11)."""
    values = [member.value for member in enum] + ([""] if blank else [])
    return models.CheckConstraint(condition=Q(**{f"{field}__in": values}), name=name)


class Anbieter(models.Model):
    """A provider: whose endpoint is called, how many calls at once, and what it promises."""

    kennung = models.SlugField("Kennung", max_length=40, unique=True)
    name = models.CharField("Name", max_length=120)
    max_gleichzeitig = models.PositiveIntegerField("Höchstens gleichzeitig", default=8)
    max_je_minute = models.PositiveIntegerField("Höchstens je Minute", null=True, blank=True)
    pause_bis = models.DateTimeField("Zurückhaltung bis", null=True, blank=True)
    schluessel_variable = models.CharField(
        "Umgebungsvariable mit dem API-Schlüssel", max_length=80, blank=True
    )
    kein_training_nachweis = models.TextField(
        "Nachweis: kein Training, keine Aufbewahrung", blank=True
    )
    kein_training_am = models.DateField("Nachweis vom", null=True, blank=True)
    beispiel = models.BooleanField("Beispielanbieter", default=False)

    class Meta:
        verbose_name = "Anbieter"
        verbose_name_plural = "Anbieter"
        ordering = ("name",)
        constraints = (
            models.CheckConstraint(
                condition=Q(max_gleichzeitig__gte=1), name="anbieter_mindestens_ein_aufruf"
            ),
        )

    def __str__(self) -> str:
        return self.name


class Modellmetadaten(models.Model):
    """One precisely identified model variant and its Ausführungsweg (R-2.0)."""

    kennung = models.SlugField("Kennung", max_length=60, unique=True)
    name = models.CharField("Modellname", max_length=120)
    familie = models.CharField("Familie", max_length=80)
    variante = models.CharField("Variante", max_length=80)
    groessenklasse = models.CharField("Größenklasse", max_length=40, blank=True)
    quantisierung = models.CharField("Quantisierung", max_length=40, blank=True)
    cloud_version = models.CharField("Cloud-Version oder Snapshot", max_length=80, blank=True)
    context_length = models.PositiveIntegerField("Kontextlänge in Token", null=True, blank=True)
    max_output = models.PositiveIntegerField("Höchste Ausgabe in Token", null=True, blank=True)
    eingabe_arten = models.JSONField("Eingabe-Arten", default=list, blank=True)
    anbieter = models.ForeignKey(
        Anbieter, on_delete=models.PROTECT, related_name="modelle", verbose_name="Anbieter"
    )
    herstellerfamilie = models.CharField("Herstellerfamilie", max_length=80)
    ausfuehrungsweg = models.CharField(
        "Ausführungsweg", max_length=20, choices=Ausfuehrungsweg.choices()
    )
    dialekt = models.CharField("Dialekt", max_length=20, choices=Dialekt.choices())
    api_model_id = models.CharField("Modellkennung der API", max_length=150, blank=True)
    base_url = models.CharField("Basisadresse", max_length=300, blank=True)
    limit_parameter = models.CharField("Name des Limit-Parameters", max_length=40, blank=True)
    efforts = models.JSONField(
        "Efforts",
        default=dict,
        blank=True,
        help_text="Je Effort die Parameter, die gesendet werden, z. B. "
        '{"hoch": {"reasoning": {"effort": "high"}}}. „Standard“ sendet nichts.',
    )
    denkbudget = models.BooleanField("Denken kann begrenzt werden", default=False)
    rahmen_prompt = models.BooleanField("Zugang setzt einen Rahmen-Prompt", default=False)
    datei_pfad = models.CharField("Modelldatei", max_length=500, blank=True)
    datei_sha256 = models.CharField("SHA-256 der Modelldatei", max_length=64, blank=True)
    geladener_kontext = models.PositiveIntegerField("Geladener Kontext", null=True, blank=True)
    demonstration = models.BooleanField("Demonstrationsmodell", default=False)
    aktiv = models.BooleanField("aktiv", default=True)

    class Meta:
        verbose_name = "Modell"
        verbose_name_plural = "Modellmetadaten"
        ordering = ("name", "variante")
        constraints = (
            one_of("ausfuehrungsweg", Ausfuehrungsweg, "modell_ausfuehrungsweg"),
            one_of("dialekt", Dialekt, "modell_dialekt"),
            models.CheckConstraint(condition=~Q(variante=""), name="modell_variante_genannt"),
        )

    def __str__(self) -> str:
        return f"{self.name} ({self.variante})"

    @property
    def lokal(self) -> bool:
        return self.ausfuehrungsweg in (Ausfuehrungsweg.LOKAL_GGUF, Ausfuehrungsweg.LOKAL_SERVER)


class Preis(models.Model):
    """A dated list price; micro-units of the currency per million tokens (R-8.1)."""

    modell = models.ForeignKey(
        Modellmetadaten, on_delete=models.PROTECT, related_name="preise", verbose_name="Modell"
    )
    eingabe_mikro = models.BigIntegerField("Eingabe, Mikroeinheiten je Mio. Token")
    ausgabe_mikro = models.BigIntegerField("Ausgabe, Mikroeinheiten je Mio. Token")
    waehrung = models.CharField("Währung", max_length=3, default="USD")
    gueltig_ab = models.DateField("Gültig ab")
    gueltig_bis = models.DateField("Gültig bis", null=True, blank=True)
    quelle = models.CharField("Quelle", max_length=300)
    bestaetigt_von = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name="Bestätigt von",
    )

    class Meta:
        verbose_name = "Preis"
        verbose_name_plural = "Preise"
        ordering = ("modell", "gueltig_ab")
        constraints = (
            models.UniqueConstraint(fields=["modell", "gueltig_ab"], name="preis_einmal"),
            models.CheckConstraint(
                condition=Q(eingabe_mikro__gte=0, ausgabe_mikro__gte=0), name="preis_nicht_negativ"
            ),
            models.CheckConstraint(
                condition=Q(gueltig_bis__isnull=True) | Q(gueltig_bis__gte=F("gueltig_ab")),
                name="preis_zeitraum",
            ),
        )

    def __str__(self) -> str:
        return f"{self.modell} ab {self.gueltig_ab:%d.%m.%Y}"


class SystemPrompt(models.Model):
    """The one fixed system prompt of a Lauf, versioned and hashed (R-2.2)."""

    kennung = models.SlugField("Kennung", max_length=40)
    version = models.PositiveIntegerField("Version", default=1)
    text = models.TextField("Text")
    hash = models.CharField("SHA-256", max_length=64)

    class Meta:
        verbose_name = "System-Prompt"
        verbose_name_plural = "System-Prompts"
        ordering = ("kennung", "version")
        constraints = (
            models.UniqueConstraint(fields=["kennung", "version"], name="systemprompt_einmal"),
        )

    def __str__(self) -> str:
        return f"{self.kennung} (Fassung {self.version})"


class Lauf(models.Model):
    """One campaign with a frozen configuration (SPEC 0)."""

    kennung = models.SlugField("Kennung", max_length=40, unique=True)
    titel = models.CharField("Titel", max_length=200)
    katalogversion = models.ForeignKey(
        Katalogversion,
        on_delete=models.PROTECT,
        related_name="laeufe",
        verbose_name="Katalogversion",
    )
    teilweise = models.BooleanField("Nur ein Teil des Katalogs", default=False)
    testfaelle = models.ManyToManyField(
        Testfall,
        blank=True,
        related_name="laeufe",
        verbose_name="Testfälle (bei einem Teil-Lauf)",
    )
    system_prompt = models.ForeignKey(
        SystemPrompt, on_delete=models.PROTECT, related_name="laeufe", verbose_name="System-Prompt"
    )
    wiederholungen = models.PositiveSmallIntegerField("Wiederholungen", default=1)
    budget = models.PositiveIntegerField("Budget in Token", default=64_000)
    zeitlimit_s = models.PositiveIntegerField("Zeitlimit je Aufruf in Sekunden", default=1_800)
    kostendeckel_mikro = models.BigIntegerField(
        "Kostendeckel in Mikroeinheiten", null=True, blank=True
    )
    verbraucht_mikro = models.BigIntegerField("Verbraucht in Mikroeinheiten", default=0)
    konfiguration = models.JSONField("Eingefrorene Konfiguration", default=dict, blank=True)
    konfiguration_hash = models.CharField("Hash der Konfiguration", max_length=64, blank=True)
    status = models.CharField(
        "Status", max_length=20, choices=LaufStatus.choices(), default=LaufStatus.ENTWURF
    )
    angelegt_von = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name="Angelegt von",
    )
    angelegt_am = models.DateTimeField("Angelegt am")
    gestartet_am = models.DateTimeField("Gestartet am", null=True, blank=True)
    beendet_am = models.DateTimeField("Beendet am", null=True, blank=True)
    geprueft_von = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name="Von der Redaktion geprüft",
    )
    geprueft_am = models.DateTimeField("Geprüft am", null=True, blank=True)

    class Meta:
        verbose_name = "Lauf"
        verbose_name_plural = "Läufe"
        ordering = ("-angelegt_am",)
        constraints = (
            one_of("status", LaufStatus, "lauf_status"),
            models.CheckConstraint(
                condition=Q(wiederholungen__gte=1), name="lauf_mindestens_eine_wiederholung"
            ),
            models.CheckConstraint(
                condition=Q(status__in=[LaufStatus.ENTWURF, LaufStatus.ABGEBROCHEN])
                | ~Q(konfiguration_hash=""),
                name="lauf_konfiguration_eingefroren",
            ),
            models.CheckConstraint(
                condition=Q(geprueft_von__isnull=True, geprueft_am__isnull=True)
                | Q(geprueft_von__isnull=False, geprueft_am__isnull=False),
                name="lauf_pruefung_vollstaendig",
            ),
        )

    def __str__(self) -> str:
        return f"{self.kennung} · {self.titel}"


class Teilnahme(models.Model):
    """One model at one effort in one Lauf: a row of the leaderboard."""

    lauf = models.ForeignKey(
        Lauf, on_delete=models.PROTECT, related_name="teilnahmen", verbose_name="Lauf"
    )
    modell = models.ForeignKey(
        Modellmetadaten, on_delete=models.PROTECT, related_name="teilnahmen", verbose_name="Modell"
    )
    effort = models.CharField("Effort", max_length=40, default="Standard")
    geladener_kontext = models.PositiveIntegerField("Geladener Kontext", null=True, blank=True)
    abgerechnet_mikro = models.BigIntegerField(
        "Abgerechneter Betrag in Mikroeinheiten", null=True, blank=True
    )
    abgerechnet_waehrung = models.CharField("Währung", max_length=3, blank=True)
    ausgelassen_grund = models.TextField("Nicht gewertet, weil", blank=True)

    class Meta:
        verbose_name = "Teilnahme"
        verbose_name_plural = "Teilnahmen"
        ordering = ("lauf", "modell", "effort")
        constraints = (
            models.UniqueConstraint(fields=["lauf", "modell", "effort"], name="teilnahme_einmal"),
            models.CheckConstraint(condition=~Q(effort=""), name="teilnahme_effort_genannt"),
        )

    def __str__(self) -> str:
        return f"{self.modell.name} · {self.effort}"

    @property
    def kennung(self) -> str:
        return f"{self.lauf.kennung}-{self.modell.kennung}-{self.effort}".lower()


class Run(models.Model):
    """The smallest observation: one Testfall x one Teilnahme x one repetition."""

    testfall = models.ForeignKey(
        Testfall, on_delete=models.PROTECT, related_name="runs", verbose_name="Testfall"
    )
    teilnahme = models.ForeignKey(
        Teilnahme, on_delete=models.PROTECT, related_name="runs", verbose_name="Teilnahme"
    )
    run_index = models.PositiveSmallIntegerField("Run-Index", default=1)
    status = models.CharField(
        "Ausführung", max_length=20, choices=RunStatus.choices(), default=RunStatus.GEPLANT
    )
    faellig_ab = models.DateTimeField("Fällig ab")
    versuche_zahl = models.PositiveSmallIntegerField("Begonnene Aufrufe", default=0)
    wiederholt_ungueltig = models.PositiveSmallIntegerField("Wiederholt wegen ungültig", default=0)
    wiederholt_technik = models.PositiveSmallIntegerField("Später wiederholt", default=0)
    lease_token = models.CharField("Lease", max_length=64, blank=True)
    lease_bis = models.DateTimeField("Lease bis", null=True, blank=True)
    lease_reserve = models.BooleanField("Nur vorgemerkt", default=False)
    verlorene_leases = models.PositiveSmallIntegerField("Abgerissene Ausführungen", default=0)
    park_grund = models.TextField("Geparkt, weil", blank=True)
    gueltigkeit = models.CharField(
        "Gültigkeit", max_length=20, choices=Gueltigkeit.choices(), blank=True
    )
    ungueltig_grund = models.TextField("Ungültig, weil", blank=True)
    technischer_status = models.CharField(
        "Technischer Status", max_length=40, choices=TechnischerStatus.choices(), blank=True
    )
    zaehlender_versuch = models.OneToOneField(
        "Versuch",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="zaehlt_fuer",
        verbose_name="Zählender Versuch",
    )
    prompt_fingerabdruck = models.CharField("Prompt-Fingerabdruck", max_length=64)

    class Meta:
        verbose_name = "Run"
        verbose_name_plural = "Runs"
        ordering = ("teilnahme", "testfall", "run_index")
        constraints = (
            models.UniqueConstraint(
                fields=["teilnahme", "testfall", "run_index"], name="run_einmal"
            ),
            models.CheckConstraint(condition=Q(run_index__gte=1), name="run_index_ab_eins"),
            one_of("status", RunStatus, "run_status"),
            one_of("gueltigkeit", Gueltigkeit, "run_gueltigkeit", blank=True),
            one_of("technischer_status", TechnischerStatus, "run_technischer_status", blank=True),
            models.CheckConstraint(
                condition=~Q(status=RunStatus.BEENDET)
                | (
                    Q(zaehlender_versuch__isnull=False)
                    & ~Q(gueltigkeit="")
                    & ~Q(technischer_status="")
                ),
                name="run_beendet_hat_versuch",
            ),
            models.CheckConstraint(
                condition=~Q(status=RunStatus.LAEUFT)
                | (Q(lease_bis__isnull=False) & ~Q(lease_token="")),
                name="run_laeuft_mit_lease",
            ),
        )
        indexes = (
            # Whole indexes: SQLite cannot use partial ones for conditions with bound values. A
            # final Run moves behind the due ones of its Teilnahme, for its faellig_ab is its end.
            models.Index(fields=["teilnahme", "faellig_ab", "id"], name="run_faellig"),
            models.Index(fields=["lease_bis"], name="run_lease"),
            models.Index(fields=["teilnahme", "status"], name="run_stand"),
        )

    def __str__(self) -> str:
        return f"{self.testfall.kennung} · {self.teilnahme} · {self.run_index}"


class Versuch(AppendOnlyModel):
    """One attempt at a Run, written once when it ended; normalised form beside the raw record."""

    run = models.ForeignKey(
        Run, on_delete=models.PROTECT, related_name="versuche", verbose_name="Run"
    )
    nummer = models.PositiveSmallIntegerField("Nummer")
    art = models.CharField("Art", max_length=20, choices=VersuchArt.choices())
    limit = models.PositiveIntegerField("Angefordertes Limit in Token")
    gewaehrt = models.PositiveIntegerField("Gewährtes Budget in Token")
    denklimit = models.PositiveIntegerField("Begrenztes Denken in Token", null=True, blank=True)
    started_at = models.DateTimeField("Beginn")
    ended_at = models.DateTimeField("Ende")
    dauer_ms = models.PositiveIntegerField("Dauer in ms (ohne Warten)")
    wartezeit_ms = models.PositiveIntegerField("Wartezeit in ms", default=0)
    http_status = models.PositiveSmallIntegerField("HTTP-Status", null=True, blank=True)
    exit_code = models.SmallIntegerField("Rückgabestatus des Prozesses", null=True, blank=True)
    fehlerart = models.CharField(
        "Fehlerart", max_length=20, choices=Fehlerart.choices(), default=Fehlerart.KEIN_FEHLER
    )
    fehlertext = models.TextField("Fehlermeldung", blank=True)
    abschlussgrund = models.CharField(
        "Abschlussgrund", max_length=20, choices=Abschlussgrund.choices()
    )
    abschlussgrund_original = models.CharField(
        "Abschlussgrund des Anbieters", max_length=120, blank=True
    )
    technischer_status = models.CharField(
        "Technischer Status", max_length=40, choices=TechnischerStatus.choices()
    )
    gueltigkeit = models.CharField("Gültigkeit", max_length=20, choices=Gueltigkeit.choices())
    antwort = models.TextField("Antwort", blank=True)
    prompt_zeichen = models.PositiveIntegerField("Prompt-Länge in Zeichen", default=0)
    token_eingabe = models.PositiveIntegerField("Token Eingabe", null=True, blank=True)
    token_eingabe_cache = models.PositiveIntegerField("davon aus Cache", null=True, blank=True)
    token_ausgabe = models.PositiveIntegerField("Token Ausgabe (mit Denken)", null=True, blank=True)
    token_denken = models.PositiveIntegerField("davon Denken", null=True, blank=True)
    gemeldetes_modell = models.CharField(
        "Vom Anbieter gemeldetes Modell", max_length=200, blank=True
    )
    antwort_id = models.CharField("Antwortkennung", max_length=200, blank=True)
    pruefprotokoll = models.JSONField("Prüfprotokoll", default=dict)
    abschottung = models.CharField("Abschottung (lokal)", max_length=40, blank=True)
    hinweise = models.JSONField("Hinweise an die Redaktion", default=list, blank=True)

    class Meta:
        verbose_name = "Versuch"
        verbose_name_plural = "Versuche"
        ordering = ("run", "nummer")
        constraints = (
            models.UniqueConstraint(fields=["run", "nummer"], name="versuch_einmal"),
            models.CheckConstraint(
                condition=Q(ended_at__gte=F("started_at")), name="versuch_endet_nach_beginn"
            ),
            one_of("art", VersuchArt, "versuch_art"),
            one_of("technischer_status", TechnischerStatus, "versuch_technischer_status"),
            one_of("gueltigkeit", Gueltigkeit, "versuch_gueltigkeit"),
            one_of("abschlussgrund", Abschlussgrund, "versuch_abschlussgrund"),
            one_of("fehlerart", Fehlerart, "versuch_fehlerart"),
        )

    def __str__(self) -> str:
        return f"{self.run} · Versuch {self.nummer}"


class Transportversuch(AppendOnlyModel):
    """One try on the wire that an attempt needed (R-3.5): every try is kept."""

    run = models.ForeignKey(
        Run, on_delete=models.PROTECT, related_name="transportversuche", verbose_name="Run"
    )
    versuch_nummer = models.PositiveSmallIntegerField("Zu Versuch")
    zeitpunkt = models.DateTimeField("Zeitpunkt")
    http_status = models.PositiveSmallIntegerField("HTTP-Status", null=True, blank=True)
    fehlerart = models.CharField("Fehlerart", max_length=20, choices=Fehlerart.choices())
    fehlertext = models.TextField("Fehlermeldung", blank=True)
    dauer_ms = models.PositiveIntegerField("Dauer in ms", default=0)
    warten_ms = models.PositiveIntegerField("Danach gewartet, in ms", default=0)

    class Meta:
        verbose_name = "Transportversuch"
        verbose_name_plural = "Transportversuche"
        ordering = ("run", "id")

    def __str__(self) -> str:
        return f"{self.run} · {self.get_fehlerart_display()}"


class Rohdaten(AppendOnlyModel):
    """The stored bytes of a Versuch: request without secrets, response, headers, times (R-4.1)."""

    versuch = models.OneToOneField(
        Versuch, on_delete=models.PROTECT, related_name="rohdaten", verbose_name="Versuch"
    )
    daten = models.BinaryField("Daten (zlib)")
    sha256 = models.CharField("SHA-256 der unkomprimierten Bytes", max_length=64)
    laenge = models.PositiveIntegerField("Länge in Bytes")

    class Meta:
        verbose_name = "Rohdaten"
        verbose_name_plural = "Rohdaten"

    def __str__(self) -> str:
        return f"Rohdaten {self.sha256[:12]}"

    @classmethod
    def of(cls, *, versuch: Versuch, raw: bytes) -> Rohdaten:
        """Build the row for the raw bytes of a Versuch; the caller saves it."""
        return cls(
            versuch=versuch,
            daten=zlib.compress(raw, 6),
            sha256=hashlib.sha256(raw).hexdigest(),
            laenge=len(raw),
        )

    def raw(self) -> bytes:
        """Return the stored bytes, checked against their hash."""
        raw = zlib.decompress(bytes(self.daten))
        if hashlib.sha256(raw).hexdigest() != self.sha256:
            raise ValueError(f"Rohdaten {self.pk}: Prüfsumme stimmt nicht.")
        return raw
