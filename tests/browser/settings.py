"""The settings of the sites that browser tests use: the site's own, and luck that repeats itself."""

from config.settings import *  # noqa: F403
from config.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.browser.luck.Luck"]
