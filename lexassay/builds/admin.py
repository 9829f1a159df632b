"""Builds in the admin: made by one person, read as a report, released by another."""

from __future__ import annotations

from typing import Any

import django_rq
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from lexassay.builds.gates import TORNAMEN, Tor
from lexassay.builds.models import (
    BuildManifest,
    Korrekturhinweis,
    Methodentext,
    ResearchNote,
    Stellungnahme,
)
from lexassay.builds.selectors import artefact_bytes, public_part, published_build
from lexassay.builds.services import (
    FreigabeVerweigert,
    approve_method_text,
    release_build,
    return_to_build,
    withdraw_build,
)
from lexassay.builds.vergleich import compare
from lexassay.protokoll.admin import NurLesen
from lexassay.protokoll.rollen import Rolle
from lexassay.protokoll.services import NichtErlaubt, log_ereignis, require_role

DARF_FREIGEBEN = "builds.release_build"
BUILD_JOB = "lexassay.pipeline.build_for"
"""By name: the pipeline stands above this room."""


def _differences(build: BuildManifest) -> dict[str, Any]:
    """What a release of this build would change on the site (R-15.5), in sentences."""
    lebend = published_build()
    if lebend is None or lebend == build:
        return {}
    try:
        saetze = [each.satz for each in compare(public_part(lebend), public_part(build))]
    except ValueError as fehler:
        saetze = [str(fehler)]
    return {"lebend": lebend.kennung, "aenderungen": saetze}


@admin.register(BuildManifest)
class BuildAdmin(NurLesen):
    """The report of a build and its three actions; the build itself is made by the pipeline."""

    list_display = ("kennung", "status", "angelegt_am", "fehler_zahl", "hinweis_zahl", "bericht")
    list_filter = ("status", "beispieldaten")
    fields = (
        "kennung",
        "status",
        "angelegt_am",
        "angelegt_von",
        "beispieldaten",
        "baum_hash",
        "stand_hash",
        "fehler_zahl",
        "hinweis_zahl",
        "vorgaenger",
        "freigegeben_von",
        "freigegeben_am",
        "zurueckgezogen_am",
        "zurueckgezogen_grund",
        "bericht",
    )

    change_list_template = "admin/builds/liste.html"

    @admin.display(description="Bericht")
    def bericht(self, build: BuildManifest) -> SafeString:
        adresse = reverse("admin:build_bericht", args=[build.kennung])
        return format_html('<a href="{}">Tore und Freigabe</a>', adresse)

    def get_urls(self) -> list[URLPattern]:
        eigene = [
            path(
                "erstellen/", self.admin_site.admin_view(self.create_view), name="build_erstellen"
            ),
            path(
                "<slug:kennung>/bericht/",
                self.admin_site.admin_view(self.report_view),
                name="build_bericht",
            ),
            path(
                "<slug:kennung>/vorschau/<path:pfad>",
                self.admin_site.admin_view(self.preview_view),
                name="build_vorschau",
            ),
        ]
        return [*eigene, *super().get_urls()]

    def create_view(self, request: HttpRequest) -> HttpResponse:
        """Ask a worker to freeze and check a build; the page of the builds shows it when done."""
        if request.method != "POST" or not self.has_view_permission(request):
            raise PermissionDenied
        try:
            require_role(user=request.user, rolle=Rolle.REDAKTION)
        except NichtErlaubt as fehler:
            self.message_user(request, str(fehler), messages.ERROR)
        else:
            django_rq.get_queue("default").enqueue(BUILD_JOB, request.user.pk, job_timeout=3600)
            self.message_user(
                request, "Der Build wird erstellt; er erscheint in dieser Liste.", messages.SUCCESS
            )
        return HttpResponseRedirect(reverse("admin:builds_buildmanifest_changelist"))

    def report_view(self, request: HttpRequest, kennung: str) -> HttpResponse:
        """Show the eight gates of a build; POST releases, withdraws or returns to it."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        build = BuildManifest.objects.filter(kennung=kennung).first()
        if build is None:
            self.message_user(request, f"Einen Build „{kennung}“ gibt es nicht.", messages.ERROR)
            return HttpResponseRedirect(reverse("admin:builds_buildmanifest_changelist"))
        if request.method == "POST":
            self._act(request, build)
            return HttpResponseRedirect(request.path)
        kontext = {
            **self.admin_site.each_context(request),
            "title": f"Build {build.kennung}",
            "opts": self.opts,
            "build": build,
            **_differences(build),
            "tore": [(TORNAMEN[tor], build.tore.get(tor.value, [])) for tor in Tor],
            "darf_freigeben": request.user.has_perm(DARF_FREIGEBEN),
            "selbst_gebaut": build.angelegt_von_id == request.user.pk,
        }
        return TemplateResponse(request, "admin/builds/bericht.html", kontext)

    def _act(self, request: HttpRequest, build: BuildManifest) -> None:
        if not request.user.has_perm(DARF_FREIGEBEN):
            raise PermissionDenied
        grund = request.POST.get("begruendung", "")
        try:
            match request.POST.get("aktion"):
                case "freigeben":
                    release_build(
                        build=build,
                        user=request.user,
                        baum_hash=request.POST.get("baum_hash", ""),
                    )
                case "zurueckziehen":
                    withdraw_build(build=build, user=request.user, begruendung=grund)
                case "zurueckkehren":
                    return_to_build(build=build, user=request.user, begruendung=grund)
                case _:
                    raise FreigabeVerweigert("Diese Aktion gibt es nicht.")
        except (FreigabeVerweigert, NichtErlaubt) as fehler:
            self.message_user(request, str(fehler), messages.ERROR)
        else:
            self.message_user(request, f"Build {build.kennung}: erledigt.", messages.SUCCESS)

    def preview_view(self, request: HttpRequest, kennung: str, pfad: str) -> HttpResponse:
        """Serve one page of an unreleased build to the Redaktion only; never cached (case 65)."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        build = BuildManifest.objects.filter(kennung=kennung).first()
        datei = pfad if pfad and not pfad.endswith("/") else f"{pfad}index.html"
        inhalt = artefact_bytes(build, datei) if build else None
        if inhalt is None:
            return HttpResponse("Diese Seite gibt es in dem Build nicht.", status=404)
        typ = "text/html; charset=utf-8" if datei.endswith(".html") else "application/octet-stream"
        antwort = HttpResponse(inhalt, content_type=typ)
        antwort["Cache-Control"] = "no-store, private"
        antwort["X-Robots-Tag"] = "noindex"
        return antwort


@admin.register(Methodentext)
class MethodentextAdmin(admin.ModelAdmin):
    """A version of the method: written by one person, put into force by another, then fixed."""

    list_display = ("fassung", "datum", "angelegt_von", "freigegeben_von")
    fields = ("fassung", "datum", "text", "angelegt_von", "freigegeben_von")
    actions = ("freigeben",)

    def get_readonly_fields(
        self, request: HttpRequest, obj: Methodentext | None = None
    ) -> tuple[str, ...]:
        if obj is not None and obj.freigegeben_von_id is not None:
            return ("fassung", "datum", "text", "angelegt_von", "freigegeben_von")
        return ("angelegt_von", "freigegeben_von")

    def has_delete_permission(self, request: HttpRequest, obj: Methodentext | None = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Methodentext, form: Any, change: bool) -> None:
        if not change:
            obj.angelegt_von_id = request.user.pk
        super().save_model(request, obj, form, change)
        log_ereignis(aktion="methodenfassung_bearbeitet", objekt=obj, user=request.user)

    @admin.action(description="Freigeben (zweite Person)", permissions=["view"])
    def freigeben(self, request: HttpRequest, rows: QuerySet) -> None:
        for text in rows:
            try:
                approve_method_text(text=text, user=request.user)
            except (FreigabeVerweigert, NichtErlaubt) as fehler:
                self.message_user(request, str(fehler), messages.ERROR)
            else:
                self.message_user(request, f"{text} gilt ab dem nächsten Build.", messages.SUCCESS)


@admin.register(ResearchNote)
class ResearchNoteAdmin(admin.ModelAdmin):
    list_display = ("titel", "datum", "build_kennung", "veroeffentlicht")
    list_filter = ("veroeffentlicht",)
    prepopulated_fields = {"kennung": ("titel",)}


@admin.register(Korrekturhinweis)
class KorrekturhinweisAdmin(NurLesen):
    list_display = ("kennung", "datum", "vorher", "nachher")


@admin.register(Stellungnahme)
class StellungnahmeAdmin(NurLesen):
    list_display = ("absender", "datum", "seite")
