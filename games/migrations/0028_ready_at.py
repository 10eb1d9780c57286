from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0027_figures_without_left_matches'),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='ready_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
