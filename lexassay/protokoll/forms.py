"""The form of a new value for a setting."""

from __future__ import annotations

from typing import Any

from django import forms

from lexassay.protokoll.einstellungen import STANDARDWERTE
from lexassay.protokoll.models import Einstellung

BEZEICHNUNG = {
    "seitenname": "Name der Site",
    "kontaktadresse": "Kontaktadresse",
    "impressum": "Impressum",
    "datenschutz": "Datenschutzerklärung",
    "kontextgrenze_nicht_vergleichbar": "Kontextgrenze für „nicht vergleichbar“ (Token)",
    "geheime_testfaelle_mindestens": "Geheime Testfälle, mindestens",
    "meldung_frist_tage": "Frist für Meldungen (Tage)",
    "meldung_loeschfrist_tage": "Löschfrist nach Abschluss (Tage)",
    "stichprobe_anteil_prozent": "Stichprobe (Prozent)",
    "stichprobe_mindestens": "Stichprobe, mindestens",
    "eur_je_usd_mikro": "Wechselkurs: Mikro-Euro je US-Dollar",
    "rechtsstand_hoechstens_tage": "Rechtsstand höchstens (Tage)",
}


class EinstellungForm(forms.ModelForm):
    """Name, value and reason; the value must have the type of the default."""

    name = forms.ChoiceField(
        label="Einstellung", choices=[(n, BEZEICHNUNG.get(n, n)) for n in STANDARDWERTE]
    )
    wert = forms.CharField(label="Neuer Wert", widget=forms.Textarea(attrs={"rows": 6}))
    begruendung = forms.CharField(label="Begründung", required=False)

    class Meta:
        model = Einstellung
        fields = ("name", "wert")

    def clean(self) -> dict[str, Any]:
        daten: dict[str, Any] = super().clean() or {}
        if isinstance(STANDARDWERTE.get(daten.get("name", "")), int) and "wert" in daten:
            text = daten["wert"].strip().replace(".", "")
            if not text.isdigit():
                self.add_error("wert", "Erwartet wird eine ganze Zahl ab 0.")
            else:
                daten["wert"] = int(text)
        return daten
