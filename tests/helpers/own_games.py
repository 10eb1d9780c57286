"""The games that come with the site, named here once: what not every game must have, such as a page in each language or
these levels of bots, is asked of them alone. A game that was begun with `startgame` may lie beside them."""

OWN = ("parade", "tea_time", "wonderland", "stockings")
