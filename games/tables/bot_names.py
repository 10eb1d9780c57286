"""What bots are called at a table."""

from django.utils.translation import gettext_lazy as _

# What is stored, and how it is read. Bots sit down under these names, in this order; no person can have one of them.
READ_AS = {
    "Dormouse": _("Dormouse"),
    "March Hare": _("March Hare"),
    "White Rabbit": _("White Rabbit"),
    "Caterpillar": _("Caterpillar"),
    "Cheshire": _("Cheshire"),
    "Duchess": _("Duchess"),
    "Gryphon": _("Gryphon"),
    "Mock Turtle": _("Mock Turtle"),
    "Lizard Bill": _("Lizard Bill"),
    "Dodo": _("Dodo"),
}
BOT_NAMES = tuple(READ_AS)
