"""What bots are called at a table."""

# Bots sit down under these names, in this order; no person can have one of them.
BOT_NAMES = (
    "Dormouse",
    "March Hare",
    "White Rabbit",
    "Caterpillar",
    "Cheshire",
    "Duchess",
    "Gryphon",
    "Mock Turtle",
    "Lizard Bill",
    "Dodo",
)
