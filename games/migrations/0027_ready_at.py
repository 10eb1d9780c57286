from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0026_networks_of_reviews'),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='ready_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
