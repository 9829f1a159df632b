"""Admin forms that never change a byte of a prompt by opening and saving (case 3)."""

from __future__ import annotations

from typing import Any

from django import forms

from tasks_app.fingerprint import clean_newlines, odd_characters
from tasks_app.models import Testfall

WORTLAUTFELDER = ("prompt", "eingabedaten", "goldloesung", "sollwert")


class Wortlautfeld(forms.CharField):
    """A text field that keeps spaces and stores ``\\n`` as its only line break."""

    widget = forms.Textarea

    def __init__(self, **kwargs: Any) -> None:
        kwargs["strip"] = False
        super().__init__(**kwargs)

    def to_python(self, value: Any) -> str:
        return clean_newlines(super().to_python(value) or "")

    def has_changed(self, initial: Any, data: Any) -> bool:
        return clean_newlines(initial or "") != clean_newlines(data or "")


class TestfallForm(forms.ModelForm):
    """A Testfall as an editor fills it in."""

    __test__ = False

    class Meta:
        model = Testfall
        fields = WORTLAUTFELDER  # the admin's fieldsets add the rest

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in WORTLAUTFELDER:
            if name in self.fields:
                altes = self.fields[name]
                self.fields[name] = Wortlautfeld(
                    label=altes.label,
                    required=altes.required,
                    widget=forms.Textarea(attrs={"rows": 12, "cols": 90}),
                )

    def invisible(self) -> list[str]:
        """Name invisible characters in the prompt; a warning, no error."""
        return odd_characters(self.cleaned_data.get("prompt", ""))
