"""Pure: no Django, no I/O. Raw record to common format (R-4.2), repeatable over stored records.

The plain and the streamed form of one answer yield the same record: a stream is first assembled
into the body that the plain call would have returned (`streams`), then one reader per dialect
(`dialekte`) reads the body.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from runs_app.audit import Abschottung, Kontakt, Pruefprotokoll, offered_tools, validity
from runs_app.begriffe import (
    Abschlussgrund,
    Ausfuehrungsweg,
    Dialekt,
    Fehlerart,
    Gueltigkeit,
)
from runs_app.providers.base import Rohergebnis
from runs_app.providers.dialekte import Gelesen, Unlesbar, read_body, request_texts
from runs_app.providers.streams import assemble, parse_json
from runs_app.providers.texte import clean_text, is_usable
from runs_app.status import TechnischerStatus, classify

VORSCHAU_ZEICHEN = 280
LIMITNAMEN = ("max_output_tokens", "max_completion_tokens", "max_tokens", "limit")
TEXTE = frozenset(
    {"messages", "input", "instructions", "system", "prompt", "stream", "stream_options"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Normalisat:
    """The common format of one attempt (R-4.2).

    Testfall, model, Run-Index and provider are the row's own relations and stay there. Times are
    UTC, `dauer_ms` comes from the monotonic clock without any waiting. Token counts are None where
    the provider reported none; `token_ausgabe` includes `token_denken`, `token_eingabe` includes
    `token_eingabe_cache`. `laenge` counts characters. `limit` is the output limit that was sent.
    """

    started_at: datetime
    ended_at: datetime
    dauer_ms: int
    ausfuehrungsweg: Ausfuehrungsweg
    dialekt: Dialekt
    model_id: str
    konfiguration: str
    limit: int | None
    status: TechnischerStatus
    abschlussgrund: Abschlussgrund
    abschlussgrund_original: str
    timeout: bool
    http_status: int | None
    exit_code: int | None
    fehlerart: Fehlerart
    fehlertext: str
    antwort: str
    vorschau: str
    laenge: int
    prompt_fingerabdruck: str
    prompt_zeichen: int
    token_eingabe: int | None = None
    token_eingabe_cache: int | None = None
    token_ausgabe: int | None = None
    token_denken: int | None = None
    gemeldetes_modell: str = ""
    antwort_id: str = ""
    gueltigkeit: Gueltigkeit = Gueltigkeit.GUELTIG
    pruefprotokoll: Pruefprotokoll = field(default_factory=Pruefprotokoll)
    hinweise: tuple[str, ...] = ()

    @property
    def abgeschnitten(self) -> bool:
        """Whether the answer was cut off at the token limit (R-3.2)."""
        return (
            self.status is TechnischerStatus.BESONDERER_ABSCHLUSSGRUND
            and self.abschlussgrund is Abschlussgrund.LAENGE
        )


def normalise(roh: Rohergebnis) -> Normalisat:
    """Return the common format of a raw record; total, the same for the same bytes."""
    anfrage = _request(roh.anfrage)
    gelesen, fehlerart, fehlertext = _read(roh)
    antwort = clean_text(gelesen.text)
    status = classify(
        fehlerart=fehlerart,
        http_status=roh.http_status,
        exit_code=roh.exit_code,
        abschlussgrund=gelesen.abschlussgrund,
        nutzbarer_text=is_usable(antwort),
    )
    protokoll = _protokoll(roh, anfrage, gelesen)
    _, prompt = request_texts(roh.dialekt, anfrage)
    return Normalisat(
        started_at=roh.started_at,
        ended_at=roh.ended_at,
        dauer_ms=roh.dauer_ns // 1_000_000,
        ausfuehrungsweg=roh.ausfuehrungsweg,
        dialekt=roh.dialekt,
        model_id=roh.model_id,
        konfiguration=_configuration(anfrage),
        limit=_limit(anfrage, gelesen),
        status=status,
        abschlussgrund=gelesen.abschlussgrund,
        abschlussgrund_original=clean_text(gelesen.abschlussgrund_original)[:120],
        timeout=status is TechnischerStatus.TIMEOUT,
        http_status=roh.http_status,
        exit_code=roh.exit_code,
        fehlerart=fehlerart,
        fehlertext=clean_text(fehlertext),
        antwort=antwort,
        vorschau=_preview(antwort),
        laenge=len(antwort),
        prompt_fingerabdruck=hashlib.sha256(prompt.encode("utf-8", "surrogatepass")).hexdigest(),
        prompt_zeichen=len(prompt),
        token_eingabe=gelesen.token_eingabe,
        token_eingabe_cache=gelesen.token_eingabe_cache,
        token_ausgabe=gelesen.token_ausgabe,
        token_denken=gelesen.token_denken,
        gemeldetes_modell=clean_text(gelesen.modell)[:200],
        antwort_id=clean_text(gelesen.antwort_id)[:200],
        gueltigkeit=validity(protokoll),
        pruefprotokoll=protokoll,
        hinweise=_hints(roh, gelesen),
    )


def _read(roh: Rohergebnis) -> tuple[Gelesen, Fehlerart, str]:
    """Read the response body; a transport error keeps what arrived before it."""
    if roh.http_status is not None and not 200 <= roh.http_status < 300:
        said = (roh.fehlertext, _error_text(roh.antwort))
        return Gelesen(), roh.fehlerart, " ".join(filter(None, said))
    if not roh.antwort and roh.fehlerart is not Fehlerart.KEIN_FEHLER:
        return Gelesen(), roh.fehlerart, roh.fehlertext
    try:
        body = assemble(roh.dialekt, roh.antwort) if roh.gestreamt else parse_json(roh.antwort)
        gelesen = read_body(roh.dialekt, body)
    except Unlesbar as error:
        if roh.fehlerart is not Fehlerart.KEIN_FEHLER:
            return Gelesen(), roh.fehlerart, roh.fehlertext
        return Gelesen(), Fehlerart.UNLESBAR, str(error)
    if roh.fehlerart is not Fehlerart.KEIN_FEHLER:
        return gelesen, roh.fehlerart, roh.fehlertext
    if gelesen.fehlerobjekt:
        return gelesen, Fehlerart.FEHLEROBJEKT, gelesen.fehlerobjekt
    return gelesen, Fehlerart.KEIN_FEHLER, ""


def _request(raw: bytes) -> Mapping[str, Any]:
    try:
        body = json.loads(raw or b"{}")
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def _error_text(antwort: bytes) -> str:
    """Return a short, readable form of an error body."""
    try:
        body = parse_json(antwort)
    except Unlesbar:
        return " ".join(antwort.decode("utf-8", "replace").split())[:300]
    error = body.get("error") if isinstance(body, dict) else None
    message = error.get("message") if isinstance(error, dict) else error
    return str(message or body)[:300]


def _configuration(anfrage: Mapping[str, Any]) -> str:
    """Return the parameters that were sent, without texts and transport, as canonical JSON."""
    rest = {name: value for name, value in anfrage.items() if name not in TEXTE}
    return json.dumps(rest, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def _limit(anfrage: Mapping[str, Any], gelesen: Gelesen) -> int | None:
    if gelesen.limit is not None:
        return gelesen.limit
    for name in LIMITNAMEN:
        value = anfrage.get(name)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
    return None


def _preview(antwort: str) -> str:
    """Return the first characters on one line, cut with an ellipsis."""
    line = " ".join(antwort.split())
    if len(line) <= VORSCHAU_ZEICHEN:
        return line
    return line[: VORSCHAU_ZEICHEN - 1].rstrip() + "…"


def _protokoll(roh: Rohergebnis, anfrage: Mapping[str, Any], gelesen: Gelesen) -> Pruefprotokoll:
    return Pruefprotokoll(
        endpunkt=roh.endpunkt,
        kontakte=tuple(_clean_contact(k) for k in roh.kontakte),
        angeboten=offered_tools(anfrage),
        geschrieben=tuple(clean_text(name)[:80] for name in gelesen.geschrieben),
        ausgefuehrt=tuple(clean_text(name)[:80] for name in gelesen.ausgefuehrt),
        webzitate=tuple(clean_text(url)[:200] for url in gelesen.webzitate),
        abschottung=roh.abschottung,
        geprueft=roh.geprueft,
    )


def _clean_contact(kontakt: Kontakt) -> Kontakt:
    return replace(kontakt, host=clean_text(kontakt.host), pfad=clean_text(kontakt.pfad))


def _hints(roh: Rohergebnis, gelesen: Gelesen) -> tuple[str, ...]:
    """Return notices for editors: unknown words, a deviating model, weak isolation."""
    hints = list(gelesen.hinweise)
    if gelesen.abschlussgrund is Abschlussgrund.UNBEKANNT:
        wort = clean_text(gelesen.abschlussgrund_original)[:120]
        hints.append(f"Unbekannter Abschlussgrund „{wort}“.")
    if gelesen.modell and gelesen.modell != roh.model_id:
        hints.append(f"Gemeldetes Modell „{clean_text(gelesen.modell)[:200]}“ weicht ab.")
    if not _is_utf8(roh.antwort):
        hints.insert(0, "Ungültige UTF-8-Bytes in der Antwort durch U+FFFD ersetzt.")
    if roh.abschottung is Abschottung.PYTHON:
        hints.append("Abschottung des lokalen Modells nur auf Python-Ebene.")
    return tuple(hints)


def _is_utf8(raw: bytes) -> bool:
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
