from django.urls import path

from games.views import imports, matches, pages, tables

urlpatterns = [
    path("", pages.home, name="home"),
    path("lobby/", pages.lobby, name="lobby"),
    path("rules/", pages.rules, name="rules"),
    path("fairness/", pages.fairness, name="fairness"),
    path("rules/<str:game>/", pages.rules_of, name="rules_of"),
    path("about/", pages.about, name="about"),
    path("help/", pages.docs, name="docs"),
    path("healthz", pages.healthz, name="healthz"),
    path("play-now/", tables.play_now, name="play_now"),
    path("import/", imports.import_record, name="import_record"),
    path("open/", tables.open_table, name="open_table"),
    path("i/<str:token>/", tables.invitation, name="invitation"),
    path("t/<str:table>/", tables.table, name="table"),
    path("t/<str:table>/sit/", tables.sit, name="sit"),
    path("t/<str:table>/leave/", tables.leave, name="leave"),
    path("t/<str:table>/cancel/", tables.cancel, name="cancel"),
    path("t/<str:table>/move/", tables.move, name="move"),
    path("t/<str:table>/back/", tables.back, name="back"),
    path("t/<str:table>/resign/", tables.resign, name="resign"),
    path("t/<str:table>/say/", tables.say, name="say"),
    path("t/<str:table>/mute/", tables.mute, name="mute"),
    path("t/<str:table>/rematch/", tables.rematch, name="rematch"),
    path("t/<str:table>/replay/", matches.replay, name="replay"),
    path("t/<str:table>/record.json", matches.record, name="record"),
    path("t/<str:table>/shuffle/", matches.shuffle, name="shuffle"),
]
