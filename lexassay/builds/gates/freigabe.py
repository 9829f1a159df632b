"""Pure: no Django, no I/O. Gate Freigabe: the build is identified and may be public (R-11.1)."""

from __future__ import annotations

from collections.abc import Iterator

from lexassay.builds.gates.base import Befund, Pruefling, gate


@gate("freigabe")
def check_build_and_method_are_named(p: Pruefling) -> Iterator[Befund]:
    """Build-Kennung and Methodenfassung are documented."""
    if not p.kennung:
        yield Befund("freigabe.E001", "Der Build hat keine Kennung.")
    if not p.stand.methodenfassung:
        yield Befund(
            "freigabe.E002",
            "Keine Methodenfassung ist freigegeben.",
            "Im Admin eine Methodenfassung anlegen und freigeben.",
        )


@gate("freigabe")
def check_legal_pages_are_filled(p: Pruefling) -> Iterator[Befund]:
    """R-11.1: in production Impressum and Datenschutz are filled."""
    for name, titel in (
        ("impressum", "Das Impressum"),
        ("datenschutz", "Die Datenschutzerklärung"),
    ):
        if p.stand.einstellung(name).strip():
            continue
        if p.produktion:
            yield Befund(
                "freigabe.E003",
                f"{titel} ist leer.",
                "Den Text unter „Einstellungen“ eintragen.",
            )
        else:
            yield Befund("freigabe.H001", f"{titel} ist leer (außerhalb der Produktion zulässig).")


@gate("freigabe")
def check_sample_data_stay_out_of_production(p: Pruefling) -> Iterator[Befund]:
    """Sample data are neither editorially nor legally reviewed."""
    if p.stand.beispieldaten and p.produktion:
        yield Befund(
            "freigabe.E004",
            "Der Build enthält Beispieldaten und darf nicht produktiv erscheinen.",
            "Eine leere Datenbank ohne Beispieldaten verwenden.",
        )
