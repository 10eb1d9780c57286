// Shows the time left, on boards and in lists. Deadlines are in the server's time, so the difference between the clocks
// is stored. `data-deadline` counts down on a board, `time[data-until]` in a list; `data-over` is hidden when its
// time is past. Days and times of day (`data-local`) are shown in the reader's time zone.

import { moment, write } from "./text.js";

const DAY = 86400;
const page = document.querySelector("[data-now]");
const ahead = page ? Number(page.dataset.now) - Date.now() : 0;
const long = document.querySelector("[data-long]")?.dataset.long || "{d} d {h} h";

/** Return the server's time, in ms since 1970. */
export function now() {
  return Date.now() + ahead;
}

/** Format a time as games/boards/times.py does: `2 d 4 h`, `12:00:00`, `5:30`. @param {number} ms */
function left(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [minutes, rest] = [Math.floor(seconds / 60), String(seconds % 60).padStart(2, "0")];
  if (seconds >= 2 * DAY) {
    const [days, hours] = [Math.floor(seconds / DAY), Math.floor((seconds % DAY) / 3600)];
    return long.replace("{d}", String(days)).replace("{h}", String(hours));
  }
  if (minutes < 60) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}`;
}

/**
 * Return the time left, in ms. Weekends and vacations don't count: `stops` lists these spans, in order.
 * @param {number} deadline @param {string | undefined} stops `begin-end begin-end`, in ms @param {number} time
 */
function remaining(deadline, stops, time) {
  let rest = deadline - time;
  for (const stop of (stops || "").split(" ").filter(Boolean)) {
    const [begin, end] = stop.split("-").map(Number);
    rest -= Math.max(0, Math.min(end, deadline) - Math.max(begin, time));
  }
  return rest;
}

/** @param {HTMLElement} element @param {string} deadline @param {number} time */
function show(element, deadline, time) {
  const rest = remaining(Number(deadline), element.dataset.stops, time);
  const words = left(rest);
  write(element, words);
  return rest;
}

export function tick() {
  const time = now();
  for (const clock of document.querySelectorAll("[data-deadline]")) {
    clock.classList.toggle("low", show(clock, clock.dataset.deadline, time) < 10000);
  }
  for (const badge of document.querySelectorAll("[data-over]")) badge.hidden = Number(badge.dataset.over) <= time;
  for (const each of document.querySelectorAll("time[data-until]")) {
    each.title ||= local("moment", each.dateTime);
    show(each, each.dataset.until, time);
  }
  for (const each of document.querySelectorAll("time[data-local]")) {
    each.textContent = local(each.dataset.local, each.dateTime);
    each.removeAttribute("data-local");
  }
}

/** @type {Record<string, Intl.DateTimeFormatOptions>} */
const SHAPES = {
  day: { day: "numeric", month: "long", year: "numeric" },
  moment: { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" },
};

/** @param {string} shape @param {string} at */
function local(shape, at) {
  return moment(new Date(at), SHAPES[shape]);
}

tick();
setInterval(tick, 500);
document.addEventListener("board:changed", tick);
document.addEventListener("htmx:ws:after:message:incoming", tick);

// The server writes times in messages in the browser's time zone, unless the person has chosen another one.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone && !document.cookie.split("; ").includes(`zone=${zone}`)) {
  document.cookie = `zone=${zone}; path=/; max-age=31536000; samesite=lax`;
}
