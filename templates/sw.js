{% load static %}
// Shows what is pushed, and opens what it is about. Keeps nothing: without a network there is nothing to play.
const ICON = "{% static 'img/icon-192.png' %}";
const BADGE = "{% static 'img/badge-96.png' %}";

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("push", (event) => event.waitUntil(show(read(event.data))));
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url));
});

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
