{% load static %}
// Shows pushed messages and opens their pages. Without a network it answers with the stored pages of tables and puzzles
// of the person who is signed in, else with a page that lists them.
const ICON = "{% static 'img/icon-192.png' %}";
const BADGE = "{% static 'img/badge-96.png' %}";

const LANGUAGES = [{% for code, name in LANGUAGES %}"{{ code }}"{% if not forloop.last %}, {% endif %}{% endfor %}];
const FILES = [
  "{% static 'css/offline.css' %}",
  "{% static 'js/offline_page.js' %}",
  "{% static 'js/answers.js' %}",
  "{% static 'js/text.js' %}",
  "{% static 'fonts/alegreya-latin-wght-normal.woff2' %}",
];
const PAGES = LANGUAGES.map((language) => `/offline/?language=${language}`);
const KEPT = `offline ${FILES.join(" ")}`;
// A page's data-kept is its kind, and its data-person its reader. The caches are "kept 7 tables", "kept 7 puzzles" and
// "kept 7 answers", the forms of answered puzzles that wait for a connection (static/js/answers.js).
const OWN = "kept ";
const MOST = 5; // pages of a kind
const TRIES = 20; // to get another puzzle, whose address leads to a random one

addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(begin()));
addEventListener("message", (event) => event.waitUntil(hear(event.data ?? {})));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") event.respondWith(navigate(event));
  else if (FILES.includes(new URL(request.url).pathname)) event.respondWith(file(request));
});
addEventListener("push", (event) => event.waitUntil(show(read(event.data))));
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url));
});

async function keep() {
  await (await caches.open(KEPT)).addAll([...FILES, ...PAGES]);
  await skipWaiting();
}

async function begin() {
  const old = (await caches.keys()).filter((name) => name.startsWith("offline ") && name !== KEPT);
  await Promise.all(old.map((name) => caches.delete(name)));
  // Requests go out while the worker is still starting.
  await registration.navigationPreload?.enable();
  await clients.claim();
}

async function hear({ language, page, puzzle }) {
  // The browser may end a worker at any time, so the language is stored beside the pages.
  if (LANGUAGES.includes(language)) await (await caches.open(KEPT)).put("/language", new Response(language));
  if (page) await keepPage(await fetch(page));
  if (puzzle) await keepPuzzles(puzzle);
}

async function keepPuzzles(another) {
  for (let tries = 0; tries < TRIES && (await countPuzzles()) < MOST; tries++) await keepPage(await fetch(another));
}

async function countPuzzles() {
  const name = (await caches.keys()).find((each) => each.startsWith(OWN) && each.endsWith("puzzles"));
  return name ? (await (await caches.open(name)).keys()).length : 0;
}

async function navigate(event) {
  const { request, preloadResponse } = event;
  const { url } = request;
  // Back at the answer to a form, Chromium asks for what it has not stored. The page with the form is loaded instead.
  const wanted = request.cache === "only-if-cached" ? new Request(url, { redirect: "manual" }) : request;
  const { method } = wanted;
  if (method === "POST" && new URL(url).pathname === "{% url 'account_logout' %}") await forget();
  const form = method === "POST" && (await keptIn(url)) ? await request.clone().text() : "";
  try {
    const page = (await preloadResponse) ?? (await fetch(wanted));
    if (page.ok) event.waitUntil(keepPage(page.clone()));
    return page;
  } catch {
    if (form) await answerLater(url, form);
    return (await keptPage(method, url)) ?? Response.error();
  }
}

async function keptPage(method, url) {
  const name = method === "GET" && (await keptIn(url));
  if (name) return atThisTime(await caches.match(url, { cacheName: name, ignoreVary: true }));
  const language = await (await caches.match("/language"))?.text();
  return caches.match(`/offline/?language=${language ?? LANGUAGES[0]}`);
}

/** Return a stored page with the server's time of now, so that its clocks have gone on. */
async function atThisTime(page) {
  const age = Date.now() - Number(page.headers.get("X-Kept-At"));
  const html = (await page.text()).replace(/(\sdata-now=")(\d+)"/, (_all, name, now) => `${name}${Number(now) + age}"`);
  return new Response(html, { headers: page.headers });
}

/** Return the name of the cache that has the page; undefined if there is none. */
async function keptIn(url) {
  for (const name of await caches.keys()) {
    const isPages = name.startsWith(OWN) && !name.endsWith("answers");
    if (isPages && (await caches.match(url, { cacheName: name, ignoreVary: true }))) return name;
  }
}

async function keepPage(page) {
  const html = await page.text();
  const person = /<body[^>]*\sdata-person="(\d*)"/.exec(html)?.[1];
  if (person === undefined) return;
  await forget(person);
  const kind = person && /\sdata-kept="(tables|puzzles)"/.exec(html)?.[1];
  const there = await keptIn(page.url);
  if (there) await (await caches.open(there)).delete(page.url, { ignoreVary: true });
  if (kind) await put(`${OWN}${person} ${kind}`, page, html);
}

async function put(name, page, html) {
  const headers = new Headers(page.headers);
  // The body is plain text by now.
  headers.delete("Content-Encoding");
  headers.delete("Content-Length");
  headers.set("X-Kept-At", String(Date.now()));
  const cache = await caches.open(name);
  await cache.put(page.url, new Response(html, { headers }));
  const all = await cache.keys();
  await Promise.all(all.slice(0, -MOST).map((each) => cache.delete(each, { ignoreVary: true })));
}

/** Delete the stored pages of everybody else than the present reader. */
async function forget(person = "") {
  const others = (await caches.keys()).filter((name) => name.startsWith(OWN) && !name.startsWith(`${OWN}${person} `));
  await Promise.all(others.map((name) => caches.delete(name)));
}

async function answerLater(url, form) {
  const name = await keptIn(url);
  await (await caches.open(name.replace("puzzles", "answers"))).put(url, new Response(form));
  await (await caches.open(name)).delete(url, { ignoreVary: true });
}

async function file(request) {
  return (await caches.match(request)) ?? fetch(request);
}

// A browser may withdraw the permission if a push shows nothing, so an unreadable one is shown with the site's name.
function read(data) {
  try {
    return Object(data.json());
  } catch {
    return {};
  }
}

async function show({ title, body, url, tag, count, lang }) {
  // A message replaces an older one with the same tag and sounds again, because another turn has come.
  const options = { body, lang, icon: ICON, badge: BADGE, data: { url: inside(url) } };
  if (tag) Object.assign(options, { tag, renotify: true });
  await registration.showNotification(title || "Unbirthday", options);
  if (Number.isInteger(count) && navigator.setAppBadge) await navigator.setAppBadge(count).catch(() => {});
}

// Only pages of this site may be opened.
function inside(url) {
  const whole = new URL(typeof url === "string" ? url : "/", location.origin);
  return whole.origin === location.origin ? whole.href : location.origin + "/";
}

async function open(url) {
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((each) => each.url.split("#")[0] === url.split("#")[0]);
  return there ? there.focus() : clients.openWindow(url);
}
