// On every page: how many tables wait for you, in the title, the tab's icon and the badge of the installed app; and
// the time that is left in lists of tables. The number comes with the page, over its socket, and when it is seen again.
"use strict";

(() => {
  const MINUTE = 60000;
  const plain = document.title.replace(/^\(\d+\) /, "");
  const icon = document.querySelector("link[rel=icon]");
  const calm = icon && icon.getAttribute("href");
  const chip = document.getElementById("turns");
  if (!chip) return;
  let shown = null;
  let asked = Date.now();

  // --- The number

  function show() {
    const others = Number(chip.dataset.count) || 0;
    const turn = document.querySelector("#turn[data-yours]");
    const count = others + (turn ? 1 : 0);
    const title = turn ? `● ${turn.dataset.title} · ${plain}` : plain;
    document.title = count ? `(${count}) ${title}` : title;
    chip.hidden = !others;
    chip.querySelector("b").textContent = others;
    for (const link of document.querySelectorAll("[data-next]")) link.hidden = !others;
    if (count === shown) return;
    shown = count;
    if (icon) icon.setAttribute("href", count ? picture(count) : calm);
    badge(count);
  }

  // The cup of static/img/favicon.svg in yellow, with the number in a corner.
  function picture(count) {
    const number = count > 9 ? "9+" : String(count);
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="1.5" y="1.5" width="29" height="29" rx="6" fill="#ffcb1f" stroke="#1b1a2e" stroke-width="3"/><path d="M8 12v6.5a6 6 0 0 0 12 0V12" fill="none" stroke="#1b1a2e" stroke-width="5"/><circle cx="22" cy="10" r="9.5" fill="#b3162b" stroke="#fffaec" stroke-width="1.5"/><text x="22" y="15" text-anchor="middle" font-family="Georgia,serif" font-size="${number.length > 1 ? 12 : 15}" font-weight="bold" fill="#fffaec">${number}</text></svg>`;
    return "data:image/svg+xml," + encodeURIComponent(drawing);
  }

  function badge(count) {
    if (!navigator.setAppBadge) return;
    // A browser that has not installed the site may refuse.
    (count ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => {});
  }

  function count(number) {
    chip.dataset.count = number;
    show();
  }

  // Pushed to whoever has a table or the lobby open.
  document.addEventListener("htmx:ws:after:message:incoming", async (event) => {
    const said = await event.detail.message.json().catch(() => null);
    if (said && typeof said.turns === "number") count(said.turns);
    tick();
  });
  document.addEventListener("board:changed", show);

  // Any other page asks when it is looked at again, at most once a minute.
  async function ask() {
    if (document.hidden || !chip.dataset.ask || Date.now() - asked < MINUTE) return;
    asked = Date.now();
    try {
      const answer = await fetch(chip.dataset.ask, { headers: { Accept: "application/json" } });
      if (!answer.ok) return;
      const { tables } = await answer.json();
      count(tables.filter((each) => each.table !== chip.dataset.at).length);
    } catch {
      // No connection: the number stays as it was.
    }
  }
  document.addEventListener("visibilitychange", ask);

  // --- Time that is left

  const clock = document.querySelector("[data-now]");
  const ahead = clock ? Number(clock.dataset.now) - Date.now() : 0;

  function left(ms) {
    const seconds = Math.max(0, Math.ceil(ms / 1000));
    const two = (n) => String(n).padStart(2, "0");
    if (seconds >= 172800) {
      const [d, h] = [Math.floor(seconds / 86400), Math.floor((seconds % 86400) / 3600)];
      return chip.dataset.long.replace("{d}", d).replace("{h}", h);
    }
    const [minutes, rest] = [Math.floor(seconds / 60), two(seconds % 60)];
    return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`;
  }

  // Time stands still at weekends and on vacation: those spans don't count.
  function remaining({ until, stops }, now) {
    let rest = Number(until) - now;
    for (const stop of (stops || "").split(" ").filter(Boolean)) {
      const [begin, end] = stop.split("-").map(Number);
      rest -= Math.max(0, Math.min(end, Number(until)) - Math.max(begin, now));
    }
    return rest;
  }

  function tick() {
    for (const time of document.querySelectorAll("time[data-until]")) {
      time.title ||= time.textContent;
      time.textContent = left(remaining(time.dataset, Date.now() + ahead));
    }
  }

  show();
  tick();
  setInterval(tick, 1000);
})();
