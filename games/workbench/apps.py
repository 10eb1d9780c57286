"""The app of the workbench."""

from games import feature_app


class WorkbenchConfig(feature_app.FeatureApp):
    name = "games.workbench"
