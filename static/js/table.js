// A running table: moves go over the socket if it is open, else by fetch with the same key; the board is pushed.
"use strict";

let socket = null;
const waiting = new Map();
let count = 0;
let leaving = false;
let unsure = false;
addEventListener("pageshow", () => (leaving = false));

function note(words) {
  const element = document.getElementById("note");
  element.className = "note error";
  element.setAttribute("role", "alert");
  element.textContent = words;
  element.hidden = !words;
}

// --- Sending

document.addEventListener("submit", (event) => {
  const form = event.target;
  const quiet = event.submitter?.hasAttribute("data-quiet");
  const sent = form.id === "move" || form.id === "ahead";
  if ((!sent && !quiet) || event.submitter?.hasAttribute("formaction")) {
    leaving = true;
    return;
  }
  event.preventDefault();
  event.submitter?.closest("details")?.removeAttribute("open");
  note("");
  unsure = false;
  const data = new FormData(form, event.submitter);
  const token = data.get("csrfmiddlewaretoken");
  data.delete("csrfmiddlewaretoken");
  if (form.hasAttribute("data-live")) {
    // Several actions may be taken on one board: each has a key of its own, and names the flip that it is meant for.
    data.set("key", Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(""));
    data.set("seen", 0);
  }
  const body = new URLSearchParams(data).toString();
  if (form.id === "move" && socket && socket.readyState === WebSocket.OPEN) bySocket(form, token, body);
  else byFetch(form, token, body);
});

function bySocket(form, token, body) {
  const n = ++count;
  // An open socket may be dead all the same: without an answer the same move goes by fetch, with the same key.
  const timer = setTimeout(() => {
    if (waiting.delete(n)) byFetch(form, token, body);
  }, 4000);
  waiting.set(n, timer);
  socket.send(JSON.stringify({ n, form: body }));
}

async function byFetch(form, token, body) {
  const headers = { "X-CSRFToken": token, "HX-Request": "true", "Content-Type": "application/x-www-form-urlencoded" };
  try {
    const answer = await fetch(form.action, { method: "POST", headers, body });
    if (answer.redirected || (form.id !== "move" && form.id !== "ahead")) return;
    await swap(await answer.text());
    if (form.id === "ahead" && answer.ok) document.dispatchEvent(new Event("order:given"));
  } catch {
    note(document.querySelector("[data-link-state]").dataset.lost);
    unsure = true;
  }
}

async function swap(html) {
  remember();
  await htmx.swap({ sourceElement: document.body, target: document.body, swap: "none", text: html, transition: false });
  boardChanged();
}

// --- Receiving

document.addEventListener("htmx:ws:before:connection", (event) => {
  const { connection } = event.detail;
  // The connection object gets its socket right after this event.
  queueMicrotask(() => {
    socket = connection.socket;
    socket?.addEventListener("message", answerPing);
  });
});

// At a live game's table the server measures the way there and back: answer at once.
function answerPing(event) {
  const ping = /^\{"ping": (\d+)\}$/.exec(event.data);
  if (!ping) return;
  const ready = document.readyState === "complete" && !document.documentElement.hasAttribute("data-loading");
  event.target.send(JSON.stringify({ pong: Number(ping[1]), ready }));
}
document.addEventListener("htmx:ws:after:connection", (event) => {
  socket = event.detail.connection.socket;
  socket.addEventListener("message", answerPing);
  document.querySelector("[data-link-state]").hidden = true;
});
// The browser knows at once when the line is cut. When it is back, a new socket is told the board as it stands.
addEventListener("offline", () => (document.querySelector("[data-link-state]").hidden = false));
addEventListener("online", () => socket?.readyState === WebSocket.OPEN && socket.close(4000));
document.addEventListener("htmx:ws:close", (event) => {
  if (event.detail.code === 4401) location.reload();
  else document.querySelector("[data-link-state]").hidden = false;
});
document.addEventListener("htmx:ws:before:message:incoming", remember);
document.addEventListener("htmx:ws:after:message:incoming", async (event) => {
  const said = await event.detail.message.json().catch(() => null);
  if (!said) {
    // The board as it stands says what became of the move.
    if (unsure) note("");
    unsure = false;
    return boardChanged();
  }
  if (said.reload) return leaving || location.reload();
  clearTimeout(waiting.get(said.n));
  waiting.delete(said.n);
  if (said.refused) note(said.refused);
});
