"""Pure: no Django, no I/O. Recorded verdicts for judge calls, found by prompt and answer.

The payload of a judge call is one JSON object in the second line of the user message. The verdict
is that recorded with the answer, or with the Beispielantwort of that text; an unknown pair fails. A
control answer that carries the known manipulation gets the verdict of the answer without it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from grading_app.judge.kontrolle import MANIPULATION
from lexassay.beispiel.standin.anbieter_anfragen import Gefragt
from lexassay.beispiel.standin.anbieter_antwort import Antwort

NACHRICHT = re.compile(r"\A<<<DATEN (\w+)>>>\n(.*)\n<<<ENDE \1>>>\s*\Z", re.DOTALL)
OHNE_PASSAGE = ""


class UnbekanntesUrteil(ValueError):
    """No verdict is recorded for this answer; answered with status 404."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kriteriumsurteil:
    """The recorded verdict on one Kriterium."""

    erfuellt: bool
    begruendung: str
    passage: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Urteil:
    """Everything recorded about one answer."""

    testfall: str
    kriterien: Mapping[str, Kriteriumsurteil]
    label: str = ""
    begruendung: str = ""


def is_judge_call(prompt: str) -> bool:
    """Whether a user message is a grading payload."""
    return prompt.startswith("<<<DATEN ")


def fingerprint(text: str) -> str:
    """Return the hash by which an answer is found; outer white space does not matter."""
    return sha256(text.strip().encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(slots=True)
class Urteile:
    """Verdicts by (Testfall, answer); prompts tell the Testfall."""

    testfall_je_prompt: dict[str, str] = field(default_factory=dict)
    bekannt: dict[tuple[str, str], Urteil] = field(default_factory=dict)

    def add_record(self, testfall: str, record: Mapping[str, Any]) -> None:
        """Take the verdicts of a recorded answer, if it has any."""
        text = str(record.get("antwort") or "")
        kriterien = {
            str(kennung): _criterion(value)
            for kennung, value in (record.get("urteile") or {}).items()
        }
        label = str(record.get("label") or "")
        if kriterien or label:
            self._add(testfall, text, kriterien, label, str(record.get("begruendung") or ""))

    def add_examples(self, testfall: str, prompt: str, task: Mapping[str, Any]) -> None:
        """Take the expected grades of the Beispielantworten: they return as control answers."""
        self.testfall_je_prompt[prompt] = testfall
        self.testfall_je_prompt.setdefault(str(task["prompt"]), testfall)
        kennungen = [str(k["kennung"]) for k in task.get("kriterien") or []]
        for example in task.get("beispielantworten") or []:
            text = str(example.get("text") or "")
            met = [str(kennung) for kennung in example.get("erfuellt") or []]
            label = str(example.get("erwartetes_label") or "")
            self._add(testfall, text, _expected(kennungen, met), label, "Wie im Beispiel erwartet.")

    def verdict(self, gefragt: Gefragt) -> Antwort:
        """Return the verdict as the judge's answer; raises UnbekanntesUrteil."""
        payload = _payload(gefragt.prompt)
        said = str(payload["antwort"])
        urteil = self._find(payload, said.removesuffix(MANIPULATION))
        if payload.get("kriterien"):
            content = _criteria_verdict(urteil, payload["kriterien"])
        else:
            content = _label_verdict(urteil, payload.get("skala") or [])
        content["manipulationsversuch"] = said.endswith(MANIPULATION)
        text = json.dumps(content, ensure_ascii=False)
        return Antwort(
            kennung=fingerprint(said)[:24],
            modell=gefragt.modell,
            text=text,
            eingabe=len(gefragt.prompt) // 4,
            ausgabe=len(text) // 4,
        )

    def _find(self, payload: Mapping[str, Any], text: str) -> Urteil:
        testfall = self.testfall_je_prompt.get(str(payload.get("prompt")))
        if testfall is None:
            raise UnbekanntesUrteil("Der Prompt der Bewertungsanfrage ist nicht aufgezeichnet.")
        urteil = self.bekannt.get((testfall, fingerprint(text)))
        if urteil is None:
            raise UnbekanntesUrteil(
                f"Zu dieser Antwort auf {testfall} ist kein Urteil aufgezeichnet"
                f" (Anfang: „{text[:60]}“)."
            )
        return urteil

    def _add(
        self,
        testfall: str,
        text: str,
        kriterien: Mapping[str, Kriteriumsurteil],
        label: str,
        begruendung: str,
    ) -> None:
        self.bekannt[testfall, fingerprint(text)] = Urteil(
            testfall=testfall, kriterien=kriterien, label=label, begruendung=begruendung
        )


def _payload(prompt: str) -> Mapping[str, Any]:
    match = NACHRICHT.match(prompt)
    if match is None:
        raise UnbekanntesUrteil("Die Bewertungsanfrage hat nicht die vereinbarte Form.")
    try:
        payload = json.loads(match[2])
    except ValueError as error:
        raise UnbekanntesUrteil("Die Nutzlast der Bewertungsanfrage ist kein JSON.") from error
    if not isinstance(payload, dict) or "antwort" not in payload:
        raise UnbekanntesUrteil("Die Nutzlast der Bewertungsanfrage enthält keine Antwort.")
    return payload


def _criterion(value: Mapping[str, Any]) -> Kriteriumsurteil:
    return Kriteriumsurteil(
        erfuellt=bool(value["erfuellt"]),
        begruendung=str(value.get("begruendung") or "Ohne nähere Begründung."),
        passage=str(value.get("passage") or OHNE_PASSAGE),
    )


def _expected(kennungen: Iterable[str], met: list[str]) -> dict[str, Kriteriumsurteil]:
    return {
        kennung: Kriteriumsurteil(
            erfuellt=kennung in met,
            begruendung="Wie im Beispiel erwartet.",
            passage=OHNE_PASSAGE,
        )
        for kennung in kennungen
    }


def _criteria_verdict(urteil: Urteil, kriterien: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    rows = []
    for kriterium in kriterien:
        kennung = str(kriterium.get("kennung"))
        found = urteil.kriterien.get(kennung)
        if found is None:
            raise UnbekanntesUrteil(
                f"Zu {urteil.testfall}, {kennung} ist kein Urteil aufgezeichnet."
            )
        rows.append(
            {
                "kennung": kennung,
                "begruendung": found.begruendung,
                "passage": found.passage,
                "erfuellt": found.erfuellt,
            }
        )
    return {"urteile": rows}


def _label_verdict(urteil: Urteil, skala: Iterable[str]) -> dict[str, Any]:
    if urteil.label not in list(skala):
        raise UnbekanntesUrteil(
            f"Das aufgezeichnete Label „{urteil.label}“ zu {urteil.testfall} steht nicht auf der"
            " Skala."
        )
    return {
        "begruendung": urteil.begruendung or "Ohne nähere Begründung.",
        "treffer": [],
        "fehlende_punkte": [],
        "label": urteil.label,
    }
