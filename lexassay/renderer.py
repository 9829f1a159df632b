"""Hands a Rohbau to the pages: exports by name and sum, gates by name, constants of the code."""

from __future__ import annotations

from fractions import Fraction

from grading_app.scoring import HINWEISABZUG, ZITATABZUG
from lexassay.builds.aggregation import KLEINE_STICHPROBE
from lexassay.builds.gates import TORNAMEN, Schwere
from lexassay.builds.services import Rohbau
from lexassay.builds.uncertainty import ZIEHUNGEN
from lexassay.protokoll.einstellungen import STANDARDWERTE
from lexassay.protokoll.kanon import canonical_json, sha256_hex
from lexassay.public.ausgabe import Ausgabe, Export, Torbericht
from runs_app.budget import (
    DENKANTEIL_NENNER,
    DENKANTEIL_ZAEHLER,
    FRUEH_NENNER,
    FRUEH_ZAEHLER,
    LOKALER_KONTEXT_GRENZE,
    STANDARDBUDGET,
)

NBSP = "\N{NO-BREAK SPACE}"


def frame_of(ausgabe: Ausgabe) -> bytes:
    """Return what a live view needs beside the data to render the same pages again."""
    return canonical_json(
        {
            "vorgaenger": ausgabe.vorgaenger,
            "exporte": [list(export) for export in ausgabe.exporte],
            "tore": [list(tor) for tor in ausgabe.tore],
            "konstanten": dict(ausgabe.konstanten),
        }
    ).encode()


def ausgabe_of(rohbau: Rohbau) -> Ausgabe:
    """Return what the pages of a build are made of."""
    return Ausgabe(
        kennung=rohbau.kennung,
        stand=rohbau.stand,
        auswertung=rohbau.auswertung,
        datum=rohbau.stand.stand,
        vorgaenger=rohbau.vorgaenger,
        exporte=tuple(
            Export(pfad, len(inhalt), sha256_hex(inhalt))
            for pfad, inhalt in sorted(rohbau.exporte.items())
        ),
        tore=tuple(_gate_reports(rohbau)),
        konstanten=constants(),
    )


def _gate_reports(rohbau: Rohbau) -> list[Torbericht]:
    berichte = []
    for tor, befunde in rohbau.tore.items():
        hinweise = tuple(b.meldung for b in befunde if b.schwere is Schwere.HINWEIS)
        fehler = len(befunde) - len(hinweise)
        berichte.append(Torbericht(TORNAMEN[tor], fehler, len(hinweise), hinweise))
    return berichte


def constants() -> dict[str, str]:
    """Return the numbers of the published method as the code holds them, printed in German."""
    return {
        "budget": _number(STANDARDBUDGET),
        "denkanteil": _percent(Fraction(DENKANTEIL_ZAEHLER, DENKANTEIL_NENNER)),
        "zitatabzug": _percent(ZITATABZUG),
        "hinweisabzug": _percent(HINWEISABZUG),
        "ziehungen": _number(ZIEHUNGEN),
        "kontextgrenze": _number(LOKALER_KONTEXT_GRENZE),
        "anbietergrenze": _percent(Fraction(FRUEH_ZAEHLER, FRUEH_NENNER)),
        "stichprobe": f"{STANDARDWERTE['stichprobe_anteil_prozent']}{NBSP}%",
        "stichprobe_mindestens": str(STANDARDWERTE["stichprobe_mindestens"]),
        "uebereinstimmung": f"90{NBSP}%",
        "meldefrist": str(STANDARDWERTE["meldung_frist_tage"]),
        "loeschfrist": str(STANDARDWERTE["meldung_loeschfrist_tage"]),
        "geheime_mindestens": str(STANDARDWERTE["geheime_testfaelle_mindestens"]),
        "kleine_stichprobe": str(KLEINE_STICHPROBE),
    }


def _number(wert: int) -> str:
    return f"{wert:,}".replace(",", ".")


def _percent(wert: Fraction) -> str:
    return f"{int(wert * 100)}{NBSP}%"
