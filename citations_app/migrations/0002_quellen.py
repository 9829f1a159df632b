"""The known sources: all off but the packaged Normenbestand, which needs no network (R-9.2)."""

from django.db import migrations

BMJ = "Bundesministerium der Justiz"
QUELLEN = (
    # kennung, name, betreiber, reihenfolge, mitgeliefert, beispiel
    ("angaben", "Widerspruchsprüfung der Angaben", "LexAssay", 5, True, False),
    ("normenbestand", "Normenbestand (amtliches XML)", BMJ, 10, True, False),
    ("gesetze_im_internet", "gesetze-im-internet.de", BMJ, 20, False, False),
    ("dejure", "dejure.org", "dejure.org Rechtsinformationssysteme GmbH", 30, False, False),
    ("courtlistener", "CourtListener", "Free Law Project", 40, False, False),
    (
        "cornell",
        "law.cornell.edu",
        "Legal Information Institute, Cornell Law School",
        50,
        False,
        False,
    ),
    ("beispielquelle_a", "Beispielquelle A", "Beispielbetreiber A (erfunden)", 90, False, True),
    ("beispielquelle_b", "Beispielquelle B", "Beispielbetreiber B (erfunden)", 91, False, True),
)


def create(apps, schema_editor):
    Zitatquelle = apps.get_model("citations_app", "Zitatquelle")
    for kennung, name, betreiber, reihenfolge, mitgeliefert, beispiel in QUELLEN:
        Zitatquelle.objects.get_or_create(
            kennung=kennung,
            defaults={
                "name": name,
                "betreiber": betreiber,
                "reihenfolge": reihenfolge,
                "mitgeliefert": mitgeliefert,
                "beispiel": beispiel,
                "aktiv": mitgeliefert,
                "mindestabstand_ms": 0 if mitgeliefert or beispiel else 2_000,
            },
        )


class Migration(migrations.Migration):
    dependencies = [("citations_app", "0001_initial")]
    operations = [migrations.RunPython(create, migrations.RunPython.noop)]
