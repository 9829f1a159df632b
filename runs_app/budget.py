"""Pure: no Django, no I/O. The budget rule (R-3.2) and comparability of local models (R-3.3).

A Run has at most three attempts: E (Erstversuch), N (Nachlauf) and D (denkbegrenzt). Which one is
due, and which one counts, follows from what the attempts before it reported and from nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from runs_app.begriffe import VersuchArt

STANDARDBUDGET = 64_000
LOKALER_KONTEXT_GRENZE = 10_000
FRUEH_ZAEHLER, FRUEH_NENNER = 95, 100
DENKANTEIL_ZAEHLER, DENKANTEIL_NENNER = 3, 4


class BudgetFehler(ValueError):
    """No output budget is left; the message is German and meant for editors."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Budgetplan:
    """What a Run may ask for.

    `gewaehrt` is G in tokens; `erstlimit` the limit that E requests (G unless the Lauf or an
    imported record says less); `denkbegrenzbar` whether the model's thinking can be capped.
    """

    gewaehrt: int
    erstlimit: int
    denkbegrenzbar: bool = False

    def __post_init__(self) -> None:
        if self.gewaehrt < 1 or self.erstlimit < 1:
            raise BudgetFehler("Das Ausgabebudget muss mindestens ein Token betragen.")
        if self.erstlimit > self.gewaehrt:
            raise BudgetFehler("Der Erstversuch darf nicht mehr fordern als das gewährte Budget.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Anforderung:
    """The attempt that is due next: its kind, its output limit and its thinking limit (tokens)."""

    art: VersuchArt
    limit: int
    denklimit: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Versuchsausgang:
    """The final outcome of one valid attempt, transport retries included.

    `abgeschnitten` means that the finish reason was the token limit. `ausgabe_token` is None where
    the provider reported no usage; the cut then counts as one at the requested limit.
    """

    art: VersuchArt
    limit: int
    abgeschnitten: bool
    ausgabe_token: int | None = None

    @property
    def frueh(self) -> bool:
        """Whether the cut came below 95 % of the requested tokens: a limit of the provider's."""
        if not self.abgeschnitten or self.ausgabe_token is None:
            return False
        return self.ausgabe_token * FRUEH_NENNER < self.limit * FRUEH_ZAEHLER


def granted_budget(
    *,
    modell_maximum: int | None = None,
    geladener_kontext: int | None = None,
    prompt_token: int = 0,
    standard: int = STANDARDBUDGET,
) -> int:
    """Return G in tokens (R-3.2).

    `geladener_kontext` is given for local models only; `prompt_token` then counts every token of
    the rendered prompt. Raises BudgetFehler where the prompt leaves no room for an answer.

    >>> granted_budget(modell_maximum=128_000), granted_budget(modell_maximum=8_192)
    (64000, 8192)
    >>> granted_budget(geladener_kontext=8_192, prompt_token=692)
    7500
    """
    grenzen = [standard]
    if modell_maximum is not None:
        grenzen.append(modell_maximum)
    if geladener_kontext is not None:
        grenzen.append(geladener_kontext - prompt_token)
    gewaehrt = min(grenzen)
    if gewaehrt < 1:
        raise BudgetFehler(
            f"Der Prompt ({prompt_token} Token) lässt im geladenen Kontext"
            f" ({geladener_kontext} Token) keinen Platz für eine Antwort."
        )
    return gewaehrt


def thinking_limit(gewaehrt: int) -> int:
    """Return ⌊0.75 · G⌋, the thinking limit of attempt D, in whole tokens.

    >>> thinking_limit(64_000), thinking_limit(7)
    (48000, 5)
    """
    return gewaehrt * DENKANTEIL_ZAEHLER // DENKANTEIL_NENNER


def nachlauf_due(erstversuch: Versuchsausgang, plan: Budgetplan) -> bool:
    """Whether E was cut at a limit below G or by an earlier limit of the provider's."""
    if not erstversuch.abgeschnitten:
        return False
    return erstversuch.limit < plan.gewaehrt or erstversuch.frueh


def cut_at_grant(ausgang: Versuchsausgang, plan: Budgetplan) -> bool:
    """Whether an attempt used up the whole granted budget."""
    return ausgang.abgeschnitten and ausgang.limit >= plan.gewaehrt and not ausgang.frueh


def next_attempt(history: Sequence[Versuchsausgang], plan: Budgetplan) -> Anforderung | None:
    """Return the attempt that is due after `history`, or None if the Run is complete.

    `history` holds valid attempts only, in any number per kind; of several of one kind the last
    one is the outcome (R-3.5: a repetition belongs to its attempt).
    """
    last = {ausgang.art: ausgang for ausgang in history}
    erst = last.get(VersuchArt.ERSTVERSUCH)
    if erst is None:
        return Anforderung(art=VersuchArt.ERSTVERSUCH, limit=plan.erstlimit)
    entscheidend = erst
    if nachlauf_due(erst, plan):
        nachlauf = last.get(VersuchArt.NACHLAUF)
        if nachlauf is None:
            return Anforderung(art=VersuchArt.NACHLAUF, limit=plan.gewaehrt)
        entscheidend = nachlauf
    if not plan.denkbegrenzbar or not cut_at_grant(entscheidend, plan):
        return None
    if VersuchArt.DENKBEGRENZT in last:
        return None
    return Anforderung(
        art=VersuchArt.DENKBEGRENZT, limit=plan.gewaehrt, denklimit=thinking_limit(plan.gewaehrt)
    )


def counting_attempt(history: Sequence[Versuchsausgang], plan: Budgetplan) -> int | None:
    """Return the index in `history` of the attempt that counts, or None while one is still due.

    The last due attempt counts, whatever its outcome (R-3.2).
    """
    if next_attempt(history, plan) is not None:
        return None
    art = _last_due_kind(history, plan)
    return max(i for i, ausgang in enumerate(history) if ausgang.art is art)


def _last_due_kind(history: Sequence[Versuchsausgang], plan: Budgetplan) -> VersuchArt:
    """Walk the rule over a complete history; an attempt that was never due cannot count."""
    last = {ausgang.art: ausgang for ausgang in history}
    art = VersuchArt.ERSTVERSUCH
    if nachlauf_due(last[art], plan):
        art = VersuchArt.NACHLAUF
    if plan.denkbegrenzbar and cut_at_grant(last[art], plan):
        art = VersuchArt.DENKBEGRENZT
    return art


@dataclass(frozen=True, slots=True, kw_only=True)
class Abbruchzahlen:
    """What a Laufseite counts for the budget rule (R-3.2), in Runs."""

    im_erstversuch: int = 0
    nachlauf_zaehlt: int = 0
    denkbegrenzt_zaehlt: int = 0
    weiterhin: int = 0


def count_cuts(runs: Iterable[tuple[Sequence[Versuchsausgang], Budgetplan]]) -> Abbruchzahlen:
    """Count cut-offs over complete Runs; Runs with an attempt still due are left out."""
    erst = nach = denk = weiter = 0
    for history, plan in runs:
        index = counting_attempt(history, plan)
        if index is None:
            continue
        zaehlend = history[index]
        last = {ausgang.art: ausgang for ausgang in history}
        erst += last[VersuchArt.ERSTVERSUCH].abgeschnitten
        nach += zaehlend.art is VersuchArt.NACHLAUF
        denk += zaehlend.art is VersuchArt.DENKBEGRENZT
        weiter += zaehlend.abgeschnitten
    return Abbruchzahlen(
        im_erstversuch=erst, nachlauf_zaehlt=nach, denkbegrenzt_zaehlt=denk, weiterhin=weiter
    )


def is_comparable(geladener_kontext: int | None, grenze: int = LOKALER_KONTEXT_GRENZE) -> bool:
    """Whether a Teilnahme may be ranked as far as its budget goes (R-3.3).

    `geladener_kontext` is None for models that are not local. A local context of at most `grenze`
    tokens makes the row "nicht vergleichbar".

    >>> is_comparable(None), is_comparable(8_192), is_comparable(10_000), is_comparable(10_001)
    (True, False, False, True)
    """
    return geladener_kontext is None or geladener_kontext > grenze


def is_below_standard(gewaehrt: int, standard: int = STANDARDBUDGET) -> bool:
    """Whether the granted budget is smaller than the standard one (shown in the preview, R-2.1)."""
    return gewaehrt < standard
