"""The games that come with the site. Only they must have, for example, pages in each language and certain levels of
bots. Games begun with `startgame` may lie beside them."""

OWN = ("parade", "tea_time", "wonderland", "stockings")
