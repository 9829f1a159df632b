"""Import, freeze, pilot, release, copy: every change of a Testfall is one of these verbs."""

from tasks_app.services.einfuhr import (
    Einfuhrvorschau,
    import_file,
    import_folder,
    import_testfall,
    preview_import,
)
from tasks_app.services.fehler import Eingefroren, FreigabeAbgelehnt, ImportAbgelehnt
from tasks_app.services.katalog import freeze_catalogue, rule_on_finding
from tasks_app.services.leben import (
    archive_testfall,
    freeze_testfall,
    new_version,
    open_steps,
    release_testfall,
    start_pilot,
)
from tasks_app.suche import search_text

__all__ = [
    "Einfuhrvorschau",
    "Eingefroren",
    "FreigabeAbgelehnt",
    "ImportAbgelehnt",
    "archive_testfall",
    "freeze_catalogue",
    "freeze_testfall",
    "import_file",
    "import_folder",
    "import_testfall",
    "new_version",
    "open_steps",
    "preview_import",
    "release_testfall",
    "rule_on_finding",
    "search_text",
    "start_pilot",
]
