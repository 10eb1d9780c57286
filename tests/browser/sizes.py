"""What is wrong with a page at a size: text that is too small, targets that are too small, words over words, parts out
of sight."""

from __future__ import annotations

from playwright.sync_api import Page

# What a result shows on the first screen.
IN_RESULT = "#turn, .own-score"
SIZES = ((360, 740), (390, 844), (740, 360), (820, 1180), (1280, 720), (1440, 900))

WRONG = """([needed, smallText, smallTarget]) => {
  const wrong = [];
  const name = (each) => `${each.tagName.toLowerCase()}${each.id && `#${each.id}`}${
    [...each.classList].map((one) => `.${one}`).join("")}`;
  const isSeen = (each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && !each.closest(".vh, .skip, [aria-hidden=true].ghosts") && getComputedStyle(each).clipPath === "none";
  // What stands still in the window while the page scrolls under it.
  const layer = (each) => {
    for (let up = each; up; up = up.parentElement) if (/fixed|sticky/.test(getComputedStyle(up).position)) return up;
    return null;
  };
  // What lies under something opaque, as a ring under what a queen asks.
  const isCovered = (each, { left, right, top, bottom }) => {
    let over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    for (; over && !over.contains(each); over = over.parentElement) {
      const { backgroundColor, opacity } = getComputedStyle(over);
      if (!each.contains(over) && opacity > 0 && !/, 0\\)$/.test(backgroundColor)) return true;
    }
    return false;
  };
  // Where the nearest edges end that hide what goes beyond them: a text's own or those of what is around it.
  const clipOf = (each) => {
    const clip = { right: Infinity, bottom: Infinity };
    for (let up = each; up && up !== document.body; up = up.parentElement) {
      if (getComputedStyle(up).overflow === "visible") continue;
      const { right, bottom } = up.getBoundingClientRect();
      if (right) clip.right = Math.min(clip.right, right);
      if (bottom) clip.bottom = Math.min(clip.bottom, bottom);
    }
    return clip;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const words = [];
  while (walker.nextNode()) {
    const text = walker.currentNode, within = text.parentElement;
    if (!text.data.trim() || within.closest("script, style, svg, select, noscript") || !isSeen(within)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const clip = clipOf(within);
    const lines = [...range.getClientRects()].map(({ left, top, right, bottom }) => ({
      left, top, right: Math.min(right, clip.right), bottom: Math.min(bottom, clip.bottom),
    })).filter((line) => line.right - line.left > 1 && line.bottom - line.top > 1)
      // A line's box has room above its capitals and below its letters.
      .map(({ left, top, right, bottom }) => ({
        left: left + 1, right: right - 1, top: top + (bottom - top) * .22, bottom: bottom - (bottom - top) * .18,
      }));
    if (!lines.length || lines.every((line) => isCovered(within, line))) continue;
    const size = parseFloat(getComputedStyle(within).fontSize);
    if (size < smallText) wrong.push(`${size} px: ${name(within)} “${text.data.trim().slice(0, 20)}”`);
    words.push({ text, within, lines, layer: layer(within) });
  }
  // A link in running text is as high as its line: other words stand in the same block.
  const isInText = (each) => {
    if (!each.matches("a") || getComputedStyle(each).display !== "inline") return false;
    let block = each.parentElement;
    while (getComputedStyle(block).display === "inline") block = block.parentElement;
    const others = block.cloneNode(true);
    for (const other of others.querySelectorAll("a, button, .vh, svg, script")) other.remove();
    return /[\\p{L}\\d]/u.test(others.textContent);
  };
  const targets = "a[href], button, summary, select, textarea, input:not([type=hidden]), .btn, "
    + "label:has(> input:not([type=hidden]))";
  for (const each of document.querySelectorAll(targets)) {
    const { width, height } = each.getBoundingClientRect();
    // On desks the lines of the log are as high as its letters, so that most of them are in sight.
    if (!isSeen(each) || !width || (innerWidth > 1120 && each.closest(".log")) || isInText(each)) continue;
    // Its label is the target.
    if (each.matches("label > input, label input[type=checkbox], label input[type=radio]")) continue;
    if (Math.min(width, height) >= smallTarget - .5) continue;
    wrong.push(`${Math.round(width)} x ${Math.round(height)}: ${name(each)} “${each.textContent.trim().slice(0, 30)}”`);
  }
  for (const each of document.querySelectorAll("svg text")) {
    const size = parseFloat(getComputedStyle(each).fontSize) * (each.getScreenCTM()?.a ?? 1);
    if (isSeen(each) && each.getBoundingClientRect().width && size < smallText - .1) {
      wrong.push(`${Math.round(size)} px: ${name(each.closest("svg"))} “${each.textContent.trim()}”`);
    }
  }
  for (const each of document.querySelectorAll(needed)) {
    const box = each.getBoundingClientRect();
    if (!isSeen(each)) continue;
    if (box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight + 1 && box.right <= innerWidth + 1) continue;
    wrong.push(`out of sight: ${name(each)} ${Math.round(box.top)} to ${Math.round(box.bottom)}`);
  }
  for (const each of document.querySelectorAll("#turn h2")) {
    if (each.scrollWidth > each.clientWidth) wrong.push(`cut: ${each.textContent.trim()}`);
  }
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) wrong.push(`${wide} px wide`);
  const board = words.filter(({ within }) => within.closest("#board") && !within.closest(".bubble, .log"));
  for (const [index, one] of board.entries()) {
    for (const other of board.slice(index + 1)) {
      if (one.within.contains(other.within) || other.within.contains(one.within)) continue;
      if (one.layer !== other.layer) continue;
      const meet = one.lines.some((a) => other.lines.some((b) =>
        a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom));
      if (meet) wrong.push(`over each other: “${one.text.data.trim()}” “${other.text.data.trim()}”`);
    }
  }
  return [...new Set(wrong)];
}"""
TEXT, TARGET = 14, 44  # px

# The words that the edge of the foot cuts.
CUT = """() => {
  const edge = (document.querySelector(".handbox:has(button, #hand)") ?? document.querySelector("#hand"))
    ?.getBoundingClientRect().top ?? innerHeight;
  const words = document.createTreeWalker(document.getElementById("board"), NodeFilter.SHOW_TEXT), found = [];
  while (words.nextNode()) {
    const within = words.currentNode.parentElement, range = document.createRange();
    if (within.closest(".handbox, .vh, [aria-hidden]") || !within.checkVisibility()) continue;
    range.selectNodeContents(words.currentNode);
    const lines = [...range.getClientRects()];
    if (lines.some((line) => line.top + 3 < edge && line.bottom - 3 > edge))
        found.push(words.currentNode.textContent.trim());
  }
  return found;
}"""


def wrong_at(page: Page, size: tuple[int, int], needed: str = "#none", text: float = TEXT) -> list[str]:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("scrollTo(0, 0)")
    faults: list[str] = page.evaluate(WRONG, [needed, text, TARGET])
    return [f"{size}: {fault}" for fault in faults]


def wrong_anywhere(
    page: Page, needed: str = "#none", sizes: tuple[tuple[int, int], ...] = SIZES
) -> list[str]:
    return [fault for size in sizes for fault in wrong_at(page, size, needed)]
