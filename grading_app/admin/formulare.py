"""The forms of the grading pages; faults are German and lose nothing that was typed."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from grading_app.models import Bewerter, Bewertungsregel
from grading_app.rules.registry import pruefe_konfiguration
from grading_app.rules.types import KonfigurationsFehler
from grading_app.services.urteilen import Eingabe

JA_NEIN = [("ja", "erfüllt"), ("nein", "nicht erfüllt")]


class BewertungsregelForm(forms.ModelForm):
    """The configuration is validated by the form of the rule."""

    class Meta:
        model = Bewertungsregel
        fields = (
            "kennung",
            "version",
            "form",
            "konfiguration",
            "fachliche_beschreibung",
            "begruendung_verfahren",
            "beispiele",
        )

    def clean(self) -> dict[str, Any]:
        daten = super().clean() or {}
        if daten.get("form") and isinstance(daten.get("konfiguration"), dict):
            try:
                pruefe_konfiguration(daten["form"], daten["konfiguration"])
            except KonfigurationsFehler as exc:
                self.add_error("konfiguration", ValidationError(list(exc.meldungen)))
        elif "konfiguration" in daten:
            self.add_error("konfiguration", "Die Konfiguration muss ein JSON-Objekt sein.")
        return daten


class ProbeForm(forms.Form):
    """A pasted answer for the live try of a rule."""

    sollwert = forms.CharField(label="Sollwert", required=False, strip=False)
    antwort = forms.CharField(
        label="Antwort", required=False, strip=False, widget=forms.Textarea(attrs={"rows": 12})
    )


class UrteilForm(forms.Form):
    """One field group per Kriterium, or one for the label."""

    def __init__(self, *args: Any, gezeigt: Mapping[str, Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kriterien = [str(k["kennung"]) for k in gezeigt["kriterien"]]
        for kennung in self.kriterien:
            self.fields[f"wert_{kennung}"] = forms.ChoiceField(
                label=f"{kennung}: Urteil", choices=JA_NEIN, widget=forms.RadioSelect
            )
            self._texte(kennung, f"{kennung}: ")
        if not self.kriterien:
            self.fields["label"] = forms.ChoiceField(
                label="Label", choices=[(s, s) for s in gezeigt["skala"]], widget=forms.RadioSelect
            )
            self._texte("", "")

    def _texte(self, kennung: str, vorsatz: str) -> None:
        self.fields[f"begruendung_{kennung}"] = forms.CharField(
            label=f"{vorsatz}Begründung", widget=forms.Textarea(attrs={"rows": 2})
        )
        self.fields[f"passage_{kennung}"] = forms.CharField(
            label=f"{vorsatz}Passage der Antwort",
            required=False,
            widget=forms.Textarea(attrs={"rows": 2}),
        )

    def eingaben(self) -> list[Eingabe]:
        """The verdicts as the service takes them."""
        daten = self.cleaned_data
        if not self.kriterien:
            return [
                Eingabe(
                    label=daten["label"],
                    begruendung=daten["begruendung_"],
                    passage=daten["passage_"],
                )
            ]
        return [
            Eingabe(
                kriterium=kennung,
                erfuellt=daten[f"wert_{kennung}"] == "ja",
                begruendung=daten[f"begruendung_{kennung}"],
                passage=daten[f"passage_{kennung}"],
            )
            for kennung in self.kriterien
        ]


class UeberschreibenForm(forms.Form):
    """Changed criteria, or label and value; the version that the editor saw travels along."""

    erwartete_version = forms.IntegerField(widget=forms.HiddenInput)
    begruendung = forms.CharField(label="Begründung", widget=forms.Textarea(attrs={"rows": 3}))

    def __init__(self, *args: Any, kriterien: Mapping[str, bool | None], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.bisher = kriterien
        for kennung, wert in kriterien.items():
            self.fields[f"wert_{kennung}"] = forms.ChoiceField(
                label=kennung,
                choices=JA_NEIN,
                initial=None if wert is None else ("ja" if wert else "nein"),
            )
        if not kriterien:
            self.fields["label"] = forms.CharField(label="Label", required=False)
            self.fields["wert"] = forms.CharField(
                label="Wert", required=False, help_text="Ein Bruch wie 1/2 oder 1."
            )

    def clean_wert(self) -> Fraction | None:
        text = self.cleaned_data["wert"].strip()
        try:
            return Fraction(text) if text else None
        except (ValueError, ZeroDivisionError) as exc:
            raise ValidationError("Bitte einen Bruch wie 1/2 angeben.") from exc

    def aenderung(self) -> dict[str, Any]:
        """The keyword arguments of `override_bewertung`."""
        daten = self.cleaned_data
        gemeinsam = {n: daten[n] for n in ("erwartete_version", "begruendung")}
        if not self.bisher:
            return gemeinsam | {"label": daten["label"], "wert": daten["wert"]}
        neu = {k: daten[f"wert_{k}"] == "ja" for k in self.bisher}
        return gemeinsam | {"kriterien": {k: w for k, w in neu.items() if w is not self.bisher[k]}}


class BeauftragenForm(forms.Form):
    """Who judges a Lauf, and how much goes to a second grader."""

    bewerter = forms.ModelMultipleChoiceField(
        label="Bewerter", queryset=Bewerter.objects.filter(aktiv=True)
    )
    ueberlappung_prozent = forms.IntegerField(
        label="Überlappung in Prozent der Aufgaben", min_value=0, max_value=100, initial=20
    )


class StichprobeForm(forms.Form):
    """The person who grades the seeded sample blind."""

    person = forms.ModelChoiceField(
        label="Person", queryset=Bewerter.objects.filter(aktiv=True, art="mensch")
    )


class GrundForm(forms.Form):
    """A reason."""

    begruendung = forms.CharField(label="Begründung", widget=forms.Textarea(attrs={"rows": 2}))
