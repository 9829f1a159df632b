"""Pure: no Django, no I/O. The six technical classes and their order (SPEC 5)."""

from __future__ import annotations

from runs_app.begriffe import Abschlussgrund, Begriff, Fehlerart

TIMEOUT_HTTP = frozenset({408, 504, 524})


class TechnischerStatus(Begriff):
    """The seed's six classes, total over valid Runs (SPEC 5)."""

    ERFOLGREICH = "erfolgreich", "erfolgreich"
    TIMEOUT = "timeout", "Timeout"
    LEERE_AUSGABE = "leere_ausgabe", "leere Ausgabe"
    PROVIDER_FEHLER = "provider_fehler", "API- oder Provider-Fehler"
    NICHT_ERFOLGREICHER_ABSCHLUSS = (
        "nicht_erfolgreicher_abschluss",
        "nicht erfolgreicher Abschluss",
    )
    BESONDERER_ABSCHLUSSGRUND = "besonderer_abschlussgrund", "besonderer Abschlussgrund"


def classify(
    *,
    fehlerart: Fehlerart,
    http_status: int | None,
    exit_code: int | None,
    abschlussgrund: Abschlussgrund,
    nutzbarer_text: bool,
) -> TechnischerStatus:
    """Return the technical class of one attempt; the first match of SPEC 5 wins.

    `http_status` is None where no HTTP answer arrived, `exit_code` None where no process of ours
    ran (negative for a signal). `nutzbarer_text` is false for white space, zero-width characters
    and answers that hold reasoning only.

    >>> classify(fehlerart=Fehlerart.HTTP, http_status=504, exit_code=None,
    ...          abschlussgrund=Abschlussgrund.KEINER, nutzbarer_text=False).value
    'timeout'
    """
    if fehlerart is Fehlerart.ZEITLIMIT or http_status in TIMEOUT_HTTP:
        return TechnischerStatus.TIMEOUT
    if fehlerart not in (Fehlerart.KEIN_FEHLER, Fehlerart.PROZESS):
        return TechnischerStatus.PROVIDER_FEHLER
    if http_status is not None and not 200 <= http_status < 300:
        return TechnischerStatus.PROVIDER_FEHLER
    if fehlerart is Fehlerart.PROZESS or exit_code not in (None, 0):
        return TechnischerStatus.NICHT_ERFOLGREICHER_ABSCHLUSS
    if abschlussgrund is not Abschlussgrund.STOPP:
        return TechnischerStatus.BESONDERER_ABSCHLUSSGRUND
    if not nutzbarer_text:
        return TechnischerStatus.LEERE_AUSGABE
    return TechnischerStatus.ERFOLGREICH
