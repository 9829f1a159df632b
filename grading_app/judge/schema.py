"""The request parameters of a judge: those of its effort, and the schema of the verdict (R-6.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grading_app.judge.parse import antwortschema
from grading_app.judge.prompt import Bewertungsvorlage
from runs_app.begriffe import Dialekt

if TYPE_CHECKING:
    from grading_app.models import Bewerter


def parameter(bewerter: Bewerter, vorlage: Bewertungsvorlage) -> dict[str, Any]:
    """What is merged into the request body: effort of the model, schema where it is asked for."""
    if bewerter.modell is None:
        raise ValueError("Nur ein Modell wird aufgerufen.")
    effort = dict(bewerter.modell.efforts.get(bewerter.effort, {}))
    if not bewerter.schema_anfordern:
        return effort
    return effort | strukturparameter(Dialekt(bewerter.modell.dialekt), antwortschema(vorlage))


def strukturparameter(dialekt: Dialekt, schema: dict[str, Any]) -> dict[str, Any]:
    """How each dialect asks for JSON of a schema; none where the dialect cannot."""
    form = {"type": "json_schema", "name": "urteil", "schema": schema}
    match dialekt:
        case Dialekt.RESPONSES:
            return {"text": {"format": form}}
        case Dialekt.CHAT:
            return {"response_format": {"type": "json_schema", "json_schema": _ohne_typ(form)}}
        case Dialekt.MESSAGES:
            return {"output_config": {"format": {"type": "json_schema", "schema": schema}}}
    return {}


def _ohne_typ(form: dict[str, Any]) -> dict[str, Any]:
    return {name: wert for name, wert in form.items() if name != "type"}
