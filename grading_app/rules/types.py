"""Pure: no Django, no I/O. What every deterministic form takes and gives back (R-6.1)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pydantic import BaseModel, ConfigDict

from grading_app.stufen import Stufe, stufe_aus_wert


class Konfiguration(BaseModel):
    """Base of all rule configurations: nothing unknown, nothing converted, nothing changed."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Regelergebnis:
    """What a rule found: label, exact value in [0, 1], German reason, hits, missing points."""

    label: str
    wert: Fraction
    begruendung: str
    treffer: tuple[str, ...] = ()
    fehlend: tuple[str, ...] = ()


class Regelfehler(Exception):
    """The rule cannot decide this answer (ambiguity, contradictory Sollwert); German reason.

    Such a Run is „ohne Regel“, never a guess and never a zero.
    """


class KonfigurationsFehler(ValueError):
    """A rule's configuration is not valid; `meldungen` are German sentences, one per fault."""

    def __init__(self, meldungen: list[str]) -> None:
        super().__init__(" ".join(meldungen))
        self.meldungen = meldungen


def ganz_oder_gar_nicht(
    richtig: bool, *, ja: str, nein: str, treffer: tuple[str, ...] = ()
) -> Regelergebnis:
    """A result without partial values: 1 with `ja`, 0 with `nein` as the reason."""
    wert = Fraction(1 if richtig else 0)
    return Regelergebnis(
        label=stufe_aus_wert(wert),
        wert=wert,
        begruendung=ja if richtig else nein,
        treffer=treffer if richtig else (),
        fehlend=() if richtig else treffer,
    )


def formal_ungueltig(grund: str) -> Regelergebnis:
    """The answer does not have the form that the task demands: value 0, label of its own."""
    return Regelergebnis(
        label=Stufe.FORMAL_UNGUELTIG,
        wert=Fraction(0),
        begruendung=f"Formal ungültig: {grund}",
        fehlend=("gültige Form",),
    )


def anteilig(
    treffer: list[tuple[str, int]], fehlend: list[tuple[str, int]], *, teilwerte: bool = True
) -> Regelergebnis:
    """Share of the weights found; with `teilwerte=False` anything short of all is 0."""
    erreicht, gesamt = sum(g for _, g in treffer), sum(g for _, g in treffer + fehlend)
    wert = Fraction(erreicht, gesamt)
    if not teilwerte and wert != 1:
        wert = Fraction(0)
    return Regelergebnis(
        label=stufe_aus_wert(wert),
        wert=wert,
        begruendung=f"{len(treffer)} von {len(treffer) + len(fehlend)} Bestandteilen vorhanden"
        f" (Gewicht {erreicht} von {gesamt}).",
        treffer=tuple(name for name, _ in treffer),
        fehlend=tuple(name for name, _ in fehlend),
    )


def sollwerte(text: str, *, zeilenweise: bool) -> list[str]:
    """The Sollwert, or each of its non-empty lines as an alternative."""
    werte = [z for z in text.splitlines() if z.strip()] if zeilenweise else [text]
    if not any(w.strip() for w in werte):
        raise Regelfehler("Der Testfall hat keinen Sollwert.")
    return werte
