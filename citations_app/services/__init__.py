"""What changes Zitate: extract, check, conclude, decide by hand, switch sources."""

from citations_app.services.checking import check_zitat
from citations_app.services.concluding import conclude_zitat
from citations_app.services.extraction import KeineAntwort, extract_zitate
from citations_app.services.hand import (
    Handbeleg,
    Ueberholt,
    record_handbefund,
    set_verwendung,
    withdraw_handbefund,
)
from citations_app.services.nachschlagen import prefetch
from citations_app.services.neu_auslesen import reextract_zitate
from citations_app.services.quellen import activate_quelle, deactivate_quelle, import_gesetz
from citations_app.services.rechtsstand import recheck_quelle, recheck_quellen, refresh_gesetze

__all__ = [
    "Handbeleg",
    "Ueberholt",
    "KeineAntwort",
    "activate_quelle",
    "check_zitat",
    "conclude_zitat",
    "deactivate_quelle",
    "extract_zitate",
    "import_gesetz",
    "recheck_quelle",
    "recheck_quellen",
    "reextract_zitate",
    "refresh_gesetze",
    "prefetch",
    "record_handbefund",
    "set_verwendung",
    "withdraw_handbefund",
]
