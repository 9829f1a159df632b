"""German, stable addresses; most are files of the released build and never get here."""

from __future__ import annotations

from django.urls import path, re_path

from lexassay.public import views

urlpatterns = [
    path("", views.ranking, name="home"),
    path("rangliste/<slug:satz>/", views.ranking, name="ranking"),
    path("builds/", views.builds, name="builds"),
    path("builds/<slug:kennung>/seiten/", views.older_build, name="older_build"),
    path("builds/<slug:kennung>/seiten/<path:pfad>", views.older_build, name="older_build_page"),
    re_path(r"^(?P<pfad>.+)$", views.any_file, name="released_file"),
]
