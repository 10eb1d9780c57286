"""The workbench as an app of the site."""

from games import feature_app


class WorkbenchConfig(feature_app.FeatureApp):
    name = "games.workbench"
