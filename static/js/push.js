// Turns push messages on in this browser and marks it in the list. The subscription is sent with a plain form.

import { hex } from "./random.js";

const form = document.getElementById("turn-on");

/** @param {string} state */
function say(state) {
  for (const each of document.querySelectorAll("[data-state]")) each.hidden = each.dataset.state !== state;
}

/** @param {string} text */
async function hash(text) {
  return hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

/**
 * Return true if the subscription is for the site's present key. After a change of keys nothing arrives on old ones.
 * @param {PushSubscription} subscription
 */
function isOurs(subscription) {
  const bytes = new Uint8Array(subscription.options.applicationServerKey ?? []);
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "") === form.dataset.key;
}

/** @param {PushSubscription} subscription */
async function listed(subscription) {
  return document.querySelector(`[data-endpoint="${await hash(subscription.endpoint)}"]`);
}

/** @param {HTMLElement} item @param {PushSubscription} subscription */
function mark(item, subscription) {
  item.querySelector("[data-this]").hidden = false;
  item.querySelector("form").addEventListener("submit", async (/** @type {any} */ event) => {
    if (event.submitter?.value !== "remove") return;
    event.preventDefault();
    await subscription.unsubscribe().catch(() => {});
    resend(event.target, event.submitter);
  });
}

/**
 * Submit the form with a field in place of the button, because submit() sends no button.
 * @param {HTMLFormElement} target @param {HTMLButtonElement} button
 */
function resend(target, button) {
  const field = Object.assign(document.createElement("input"), {
    type: "hidden",
    name: button.name,
    value: button.value,
  });
  target.append(field);
  target.submit();
}

async function start() {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return say("unable");
  await navigator.serviceWorker.register("/sw.js", { updateViaCache: "all" });
  const registration = await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.getSubscription();
  const item = subscription && isOurs(subscription) && (await listed(subscription));
  if (item) {
    mark(item, subscription);
    return say("on");
  }
  if (subscription && !isOurs(subscription)) await subscription.unsubscribe();
  say(Notification.permission === "denied" ? "denied" : "off");
}

form.addEventListener("submit", async (/** @type {Event} */ event) => {
  event.preventDefault();
  try {
    if ((await Notification.requestPermission()) !== "granted") return say("denied");
    const registration = await navigator.serviceWorker.ready;
    const options = { userVisibleOnly: true, applicationServerKey: form.dataset.key };
    const { endpoint, keys } = (await registration.pushManager.subscribe(options)).toJSON();
    Object.entries({ endpoint, ...keys }).forEach(([name, value]) => {
      if (form.elements[name]) form.elements[name].value = value;
    });
    form.submit();
  } catch {
    say("failed");
  }
});

start().catch(() => say("unable"));
