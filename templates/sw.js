{% load static %}
// Shows what is pushed, and opens what it is about. Where there is no network it answers with a page that says so, which is
// all that it keeps.
const ICON = "{% static 'img/icon-192.png' %}";
const BADGE = "{% static 'img/badge-96.png' %}";

const LANGUAGES = [{% for code, name in LANGUAGES %}"{{ code }}"{% if not forloop.last %}, {% endif %}{% endfor %}];
const FILES = [
  "{% static 'css/offline.css' %}",
  "{% static 'js/again.js' %}",
  "{% static 'fonts/alegreya-latin-wght-normal.woff2' %}",
];
const PAGES = LANGUAGES.map((language) => `/offline/?language=${language}`);
const KEPT = "offline {% static 'css/offline.css' %} {% static 'js/again.js' %}";

addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(begin()));
addEventListener("message", (event) => event.waitUntil(speak(event.data?.language)));
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
  // The network need not wait until this has started.
  await registration.navigationPreload?.enable();
  await clients.claim();
}

// A worker is ended at any time, so the language is kept beside the pages.
async function speak(language) {
  if (LANGUAGES.includes(language)) await (await caches.open(KEPT)).put("/language", new Response(language));
}

async function navigate({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    const language = await (await caches.match("/language"))?.text();
    return (await caches.match(`/offline/?language=${language ?? LANGUAGES[0]}`)) ?? Response.error();
  }
}

async function file(request) {
  return (await caches.match(request)) ?? fetch(request);
}

// A browser may withdraw the permission if a push shows nothing, so whatever can't be read is shown by name alone.
function read(data) {
  try {
    return Object(data.json());
  } catch {
    return {};
  }
}

async function show({ title, body, url, tag, count, lang }) {
  // One of the same tag replaces the one that is shown, and is heard again: another turn has come.
  const options = { body, lang, icon: ICON, badge: BADGE, data: { url: inside(url) } };
  if (tag) Object.assign(options, { tag, renotify: true });
  await registration.showNotification(title || "Unbirthday", options);
  if (Number.isInteger(count) && navigator.setAppBadge) await navigator.setAppBadge(count).catch(() => {});
}

// Only pages of this site are opened.
function inside(url) {
  const whole = new URL(typeof url === "string" ? url : "/", location.origin);
  return whole.origin === location.origin ? whole.href : location.origin + "/";
}

async function open(url) {
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((each) => each.url.split("#")[0] === url.split("#")[0]);
  return there ? there.focus() : clients.openWindow(url);
}
