// Sends answers to puzzles that were given without a connection. The service worker stores their forms
// (templates/sw.js). The first answer to a puzzle counts, so sending one twice does no harm.

const ANSWERS = /^kept \d+ answers$/;

/** Return the names of the browser's caches that match, newest first. @param {RegExp} wanted */
export async function cachesOf(wanted) {
  return (await caches.keys()).filter((name) => wanted.test(name));
}

export async function countAnswers() {
  const names = await cachesOf(ANSWERS);
  const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return lists.flat().length;
}

/** Send the waiting answers. An answer that gets no reply is sent again later. */
export async function sendAnswers() {
  for (const name of await cachesOf(ANSWERS)) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) await sendAnswer(cache, request);
  }
}

/** @param {Cache} cache @param {Request} request */
async function sendAnswer(cache, request) {
  const body = await (await cache.match(request))?.text();
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const reply = await fetch(request.url, { method: "POST", headers, body }).catch(() => null);
  if (reply && reply.status < 500 && reply.status !== 429) await cache.delete(request);
}
