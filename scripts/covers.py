"""Draw each game's cover as PNG, for pictures of results: messengers show no SVG.

Run after a `cover.svg` has changed: `.venv/bin/python -m scripts.covers`.
"""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import sync_playwright

from scripts.chromium import find

ROOT = Path(__file__).resolve().parent.parent
WIDTH, HEIGHT = 300, 420
PAGE = """<style>{styles} body {{ margin: 0; background: var(--suit); color: var(--suit); }}</style>
<body class="cloth-{cloth}">{sheet}\
<svg width="{width}" height="{height}" viewBox="0 0 100 140"><use href="#cover"/></svg>"""


def main() -> None:
    styles = (ROOT / "static/css/theme.css").read_text()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find())
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        for sheet in sorted(ROOT.glob("games/*/static/*/cover.svg")):
            match = re.search(r'cloth = "(\w+)"', (sheet.parents[2] / "apps.py").read_text())
            drawn = sheet.read_text().replace(
                "<svg ", '<svg style="position: absolute" width="0" height="0" ', 1
            )
            cloth = match[1] if match else "grey"
            page.set_content(PAGE.format(styles=styles, cloth=cloth, sheet=drawn, width=WIDTH, height=HEIGHT))
            page.screenshot(path=sheet.with_suffix(".png"))
        browser.close()


if __name__ == "__main__":
    main()
