// Whoever has passed a step climbs it on the next visit, once. The browser remembers where its reader stood.

const KEPT = "ladder";
/** @type {Record<string, number>} */
const stood = JSON.parse(localStorage.getItem(KEPT) || "{}");
/** @type {Record<string, number>} */
const stands = {};
const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
for (const ladder of document.querySelectorAll(".ladder")) {
  const you = ladder.querySelector(".you");
  stands[ladder.id] = ladder.querySelectorAll(".rung.done").length;
  // The step that was passed last lies just below.
  const below = you.nextElementSibling;
  if (stands[ladder.id] <= stood[ladder.id] || !(ladder.id in stood) || !below || still) continue;
  const [rung, own] = [below.offsetHeight, you.offsetHeight];
  const options = { duration: 400, easing: "ease-in-out" };
  you.animate([{ transform: `translateY(${rung}px)` }, { transform: "none" }], options);
  below.animate([{ transform: `translateY(${-own}px)` }, { transform: "none" }], options);
}
localStorage.setItem(KEPT, JSON.stringify(stands));
