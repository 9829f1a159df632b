"""Recorded answers of the example: found by the exact prompt and the model, never guessed.

Files: `<daten>/<aufgabensatz>/<testfall>.yaml` give the prompts, the answers stand in
`<daten>/antworten/<aufgabensatz>/<modell>/<testfall>.yaml`:

    antwort: text                     # of the last attempt that ends in stop
    tokens: {eingabe, ausgabe, denken}
    versuche:                         # optional, in the order of the calls; the last one repeats
      - {ende: stop|length|length_frueh|filter|timeout|fehler503|leer|werkzeug_ausgefuehrt|abbruch,
         antwort: text, tokens: {…}}
    urteile: {K1: {erfuellt, begruendung, passage}}      # criteria tasks
    label: richtig|teilweise|falsch   # three-step tasks, with `begruendung`
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import yaml

from lexassay.beispiel.standin.anbieter_anfragen import Gefragt
from lexassay.beispiel.standin.anbieter_antwort import Antwort, Ende
from lexassay.beispiel.standin.anbieter_szenarien import (
    DENKEN,
    Bruch,
    Sendung,
    error_status,
    send,
)
from lexassay.beispiel.standin.anbieter_urteile import Urteile, is_judge_call

LADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
ENDEN = frozenset(
    {
        "stop",
        "length",
        "length_frueh",
        "filter",
        "timeout",
        "fehler503",
        "leer",
        "werkzeug_ausgefuehrt",
        "abbruch",
    }
)


class Unbekannt(ValueError):
    """Nothing is recorded for what was asked; answered with status 404."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Versuch:
    """One recorded attempt; token counts as reported (output without reasoning)."""

    ende: str
    antwort: str
    eingabe: int
    ausgabe: int
    denken: int


@dataclass(slots=True)
class Aufzeichnungen:
    """All recordings; remembers how far each (model, Testfall) has come in its attempts."""

    testfall_je_prompt: dict[str, str] = field(default_factory=dict)
    versuche: dict[tuple[str, str], tuple[Versuch, ...]] = field(default_factory=dict)
    urteile: Urteile = field(default_factory=Urteile)
    stelle: dict[tuple[str, str], int] = field(default_factory=dict)

    @classmethod
    def load(cls, daten: Path) -> Aufzeichnungen:
        """Read a data folder; raises ValueError (German) naming the file that is unfit."""
        if not daten.is_dir():
            raise ValueError(f"Den Datenordner {daten.name} gibt es nicht.")
        found = cls()
        for path, task in _tasks(daten):
            found._add_task(path, task)
        for path in sorted((daten / "antworten").glob("*/*/*.yaml")):
            found._add_answer(path, _read(path))
        return found

    def answer(self, gefragt: Gefragt) -> Sendung:
        """Return the recorded answer or verdict; raises Unbekannt where there is none."""
        if is_judge_call(gefragt.prompt):
            verdict = self.urteile.verdict(gefragt)
            return send(gefragt, verdict)
        testfall = self.testfall_je_prompt.get(gefragt.prompt)
        if testfall is None:
            raise Unbekannt(
                "Diesen Prompt gibt es in den Beispielaufgaben nicht"
                f" ({len(gefragt.prompt)} Zeichen, Anfang: „{gefragt.prompt[:60]}“)."
            )
        versuche = self.versuche.get((gefragt.modell, testfall))
        if versuche is None:
            raise Unbekannt(
                f"Für das Modell „{gefragt.modell}“ ist zu {testfall} keine Antwort aufgezeichnet."
            )
        return play(gefragt, testfall, self._next(gefragt, testfall, versuche))

    def _next(self, gefragt: Gefragt, testfall: str, versuche: tuple[Versuch, ...]) -> Versuch:
        """Step on after a cut or invalid attempt; start again after the last one was sound."""
        if gefragt.denkbegrenzt:
            self.stelle.pop((gefragt.modell, testfall), None)
            return versuche[-1]
        key = (gefragt.modell, testfall)
        index = min(self.stelle.get(key, 0), len(versuche) - 1)
        versuch = versuche[index]
        if index + 1 < len(versuche):
            self.stelle[key] = index + 1
        elif versuch.ende not in ("timeout", "fehler503"):
            self.stelle.pop(key, None)
        return versuch

    def _add_task(self, path: Path, task: Mapping[str, Any]) -> None:
        kennung = str(task["kennung"])
        prompt = str(task["prompt"])
        if task.get("eingabedaten"):
            prompt = f"{prompt}\n\n{task['eingabedaten']}"
        known = self.testfall_je_prompt.setdefault(prompt, kennung)
        if known != kennung:
            raise ValueError(f"{path.name}: derselbe Prompt wie {known}.")
        self.urteile.add_examples(kennung, prompt, task)

    def _add_answer(self, path: Path, record: Mapping[str, Any]) -> None:
        testfall, modell = path.stem, path.parent.name
        if testfall not in self.testfall_je_prompt.values():
            raise ValueError(f"{path.parent.name}/{path.name}: diese Aufgabe gibt es nicht.")
        self.versuche[modell, testfall] = tuple(_attempts(path, record))
        self.urteile.add_record(testfall, record)


def play(gefragt: Gefragt, testfall: str, versuch: Versuch) -> Sendung:
    """Return what one recorded attempt sends."""
    antwort = Antwort(
        kennung=f"{gefragt.modell}-{testfall}",
        modell=gefragt.modell,
        text=versuch.antwort,
        denken=DENKEN if versuch.denken else "",
        eingabe=versuch.eingabe,
        ausgabe=versuch.ausgabe + versuch.denken,
        denk_token=versuch.denken,
    )
    values: dict[str, dict[str, Any]] = {
        "length": {"ende": Ende.LENGTH, "ausgabe": gefragt.limit},
        "length_frueh": {"ende": Ende.LENGTH, "ausgabe": min(gefragt.limit // 2, 8_192)},
        "filter": {"ende": Ende.FILTER},
        "leer": {"text": ""},
        "werkzeug_ausgefuehrt": {"ausgefuehrt": True},
    }
    match versuch.ende:
        case "timeout":
            return error_status(504, "Aufgezeichnete Zeitüberschreitung.")
        case "fehler503":
            return error_status(503, "Aufgezeichneter Ausfall des Anbieters.")
        case "abbruch":
            sent = send(gefragt, antwort)
            return Sendung(inhalt=sent.inhalt, typ=sent.typ, bruch=Bruch.RESET_MITTE)
        case ende:
            fields = values.get(ende, {})
            return send(gefragt, _with(antwort, fields))


def _with(antwort: Antwort, fields: dict[str, Any]) -> Antwort:
    changed = replace(antwort, **fields)
    if changed.denk_token > changed.ausgabe:
        return replace(changed, denk_token=changed.ausgabe)
    return changed


def _attempts(path: Path, record: Mapping[str, Any]) -> Iterator[Versuch]:
    text = str(record.get("antwort") or "")
    for entry in record.get("versuche") or [{"ende": "stop"}]:
        ende = str(entry.get("ende"))
        if ende not in ENDEN:
            raise ValueError(f"{path.parent.name}/{path.name}: unbekanntes Ende „{ende}“.")
        tokens = entry.get("tokens") or record.get("tokens") or {}
        said = entry.get("antwort")
        yield Versuch(
            ende=ende,
            antwort=text if said is None else str(said),
            eingabe=int(tokens.get("eingabe", 0)),
            ausgabe=int(tokens.get("ausgabe", 0)),
            denken=int(tokens.get("denken", 0)),
        )


def _tasks(daten: Path) -> Iterator[tuple[Path, Mapping[str, Any]]]:
    """Yield the task files: those with a kennung and a prompt."""
    for path in sorted(daten.glob("*/*.yaml")):
        record = _read(path)
        if "prompt" in record and "kennung" in record:
            yield path, record


def _read(path: Path) -> Mapping[str, Any]:
    try:
        record = yaml.load(path.read_text(encoding="utf-8"), Loader=LADER)
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ValueError(f"{path.name} ist nicht lesbar: {error}") from error
    return record if isinstance(record, dict) else {}
