"""Create the four roles as groups (SPEC 14); their rights follow in ``lexassay.rechte``."""

from django.db import migrations

from lexassay.protokoll.rollen import Rolle


def create_groups(apps, schema_editor):
    group = apps.get_model("auth", "Group")
    for rolle in Rolle:
        group.objects.get_or_create(name=rolle.value)


class Migration(migrations.Migration):
    dependencies = [
        ("protokoll", "0001_initial"),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]
    operations = [migrations.RunPython(create_groups, migrations.RunPython.noop)]
