"""Forms that refuse what could not run, in German, before it is saved."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from runs_app.audit import forbidden_parameters
from runs_app.hosts import host_problem, key_problem
from runs_app.models import Anbieter, Lauf, Modellmetadaten, Preis, Teilnahme
from runs_app.planning import STANDARD_SPAETER_S, knows_effort

MIKRO = 1_000_000


class AnbieterForm(forms.ModelForm):
    """A key is never typed in: only the name of the variable that holds it."""

    class Meta:
        model = Anbieter
        fields = (
            "kennung",
            "name",
            "max_gleichzeitig",
            "max_je_minute",
            "schluessel_variable",
            "kein_training_nachweis",
            "kein_training_am",
            "beispiel",
        )
        help_texts = {
            "schluessel_variable": "Nur der Name, z. B. OPENAI_API_KEY. Der Schlüssel selbst steht"
            " in der Umgebung der Worker.",
            "kein_training_nachweis": "Ohne Nachweis und Datum erhält der Anbieter keine geheimen"
            " Testfälle.",
        }

    def clean_schluessel_variable(self) -> str:
        name = str(self.cleaned_data["schluessel_variable"]).strip()
        if problem := key_problem(name):
            raise ValidationError(problem)
        return name


class ModellForm(forms.ModelForm):
    """One precisely identified variant; efforts are parameters, never tools (R-2.0, R-3.4)."""

    class Meta:
        model = Modellmetadaten
        fields = (
            "kennung",
            "name",
            "familie",
            "variante",
            "groessenklasse",
            "quantisierung",
            "cloud_version",
            "context_length",
            "max_output",
            "eingabe_arten",
            "anbieter",
            "herstellerfamilie",
            "ausfuehrungsweg",
            "dialekt",
            "api_model_id",
            "base_url",
            "limit_parameter",
            "efforts",
            "denkbudget",
            "rahmen_prompt",
            "datei_pfad",
            "datei_sha256",
            "geladener_kontext",
            "demonstration",
            "aktiv",
        )

    def clean_efforts(self) -> dict[str, Any]:
        efforts = self.cleaned_data["efforts"] or {}
        if not isinstance(efforts, dict) or not all(isinstance(v, dict) for v in efforts.values()):
            raise ValidationError("Erwartet wird ein Objekt: je Effort ein Objekt mit Parametern.")
        if "Standard" in efforts:
            raise ValidationError("„Standard“ sendet nichts und wird nicht eingetragen.")
        for name, parameter in efforts.items():
            if refused := forbidden_parameters(parameter):
                raise ValidationError(f"Effort „{name}“: unzulässig sind {', '.join(refused)}.")
        return efforts

    def clean_base_url(self) -> str:
        base_url = str(self.cleaned_data["base_url"]).strip()
        if base_url and (problem := host_problem(base_url)):
            raise ValidationError(problem)
        return base_url


class PreisForm(forms.ModelForm):
    """Prices are typed per million tokens in the currency, and stored in whole micro-units."""

    eingabe = forms.DecimalField(
        label="Eingabe je Mio. Token", min_value=Decimal(0), decimal_places=6, localize=True
    )
    ausgabe = forms.DecimalField(
        label="Ausgabe je Mio. Token", min_value=Decimal(0), decimal_places=6, localize=True
    )

    class Meta:
        model = Preis
        fields = ("modell", "waehrung", "gueltig_ab", "gueltig_bis", "quelle")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.initial["eingabe"] = Decimal(self.instance.eingabe_mikro) / MIKRO
            self.initial["ausgabe"] = Decimal(self.instance.ausgabe_mikro) / MIKRO

    def save(self, commit: bool = True) -> Preis:
        self.instance.eingabe_mikro = int(self.cleaned_data["eingabe"] * MIKRO)
        self.instance.ausgabe_mikro = int(self.cleaned_data["ausgabe"] * MIKRO)
        return super().save(commit)


class LaufForm(forms.ModelForm):
    """A Lauf in draft; what it will send is frozen at its start."""

    kostendeckel = forms.DecimalField(
        label="Kostendeckel",
        required=False,
        min_value=Decimal(0),
        decimal_places=6,
        localize=True,
        help_text="In der Währung der Listenpreise. Alle Versuche zählen.",
    )
    spaetere_wiederholung_s = forms.IntegerField(
        label="Spätere Wiederholung nach Sekunden",
        required=False,
        min_value=0,
        initial=STANDARD_SPAETER_S,
        help_text="Runs mit Timeout oder API-Fehler werden einmal später wiederholt; leer: nie.",
    )

    class Meta:
        model = Lauf
        fields = (
            "kennung",
            "titel",
            "katalogversion",
            "teilweise",
            "testfaelle",
            "system_prompt",
            "wiederholungen",
            "budget",
            "zeitlimit_s",
        )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        lauf = self.instance
        if lauf.pk and lauf.kostendeckel_mikro is not None:
            self.initial["kostendeckel"] = Decimal(lauf.kostendeckel_mikro) / MIKRO
        regeln = lauf.konfiguration.get("regeln", {})
        if "spaetere_wiederholung_s" in regeln:
            self.initial["spaetere_wiederholung_s"] = regeln["spaetere_wiederholung_s"]

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        if found.get("teilweise") and not found.get("testfaelle"):
            self.add_error("testfaelle", "Ein Teil-Lauf nennt seine Testfälle.")
        return found

    def save(self, commit: bool = True) -> Lauf:
        deckel = self.cleaned_data["kostendeckel"]
        self.instance.kostendeckel_mikro = None if deckel is None else int(deckel * MIKRO)
        regeln = self.instance.konfiguration.get("regeln", {})
        regeln["spaetere_wiederholung_s"] = self.cleaned_data["spaetere_wiederholung_s"]
        self.instance.konfiguration = {"regeln": regeln}
        return super().save(commit)


class TeilnahmeForm(forms.ModelForm):
    """A model at an effort that it has."""

    class Meta:
        model = Teilnahme
        fields = ("modell", "effort")

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        modell, effort = found.get("modell"), found.get("effort")
        if modell and effort and not knows_effort(modell, effort):
            known = ", ".join(["Standard", *sorted(modell.efforts)])
            self.add_error("effort", f"Dieses Modell kennt: {known}.")
        return found


def changed_values(form: forms.ModelForm) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the old and new values of the changed fields, as plain JSON for the audit log."""
    before = {name: _plain(form.initial.get(name)) for name in form.changed_data}
    after = {name: _plain(form.cleaned_data.get(name)) for name in form.changed_data}
    return before, after


def _plain(value: Any) -> Any:
    if isinstance(value, (list, dict)):
        return json.loads(json.dumps(value, default=str))
    return value if value is None or isinstance(value, (bool, int, str)) else str(value)
