"""What a web server calls: released files first, Django for the rest."""

from __future__ import annotations

import os
from pathlib import Path

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "lexassay.settings")
django_application = get_wsgi_application()

from django.conf import settings  # noqa: E402

from lexassay.public.serving import Veroeffentlichung  # noqa: E402

application = Veroeffentlichung(django_application, Path(settings.VAR_DIR) / "site")
