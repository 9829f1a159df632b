"""Rules, graders, the blind desk and the grades in the admin; German, four eyes, audited."""

from grading_app.admin.lauf import StapelAdmin
from grading_app.admin.noten import BewertungAdmin
from grading_app.admin.pult import BewertungsauftragAdmin
from grading_app.admin.regeln import (
    BewerterAdmin,
    BewertungsregelAdmin,
    RegelentscheidungAdmin,
    RubrikAdmin,
)

__all__ = [
    "BewerterAdmin",
    "BewertungAdmin",
    "BewertungsauftragAdmin",
    "BewertungsregelAdmin",
    "RegelentscheidungAdmin",
    "RubrikAdmin",
    "StapelAdmin",
]
