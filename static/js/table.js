// A running table. Its socket pushes boards, and answers to the messages of this page.

import { changed } from "./board.js";
import { note } from "./text.js";
import { reload } from "./reload.js";
import { answered, sure } from "./submit.js";
import "./count.js";
import "./drag.js";
import "./focus.js";
import "./phrases.js";
import "./presence.js";
import "./ready.js";
import "./shared.js";
import "./shuffle_check.js";
import "./sound.js";

document.addEventListener("htmx:ws:after:message:incoming", async (event) => {
  const message = await event.detail.message.json().catch(() => null);
  if (message?.reload) reload();
  else if (message) answered(message);
  else {
    sure();
    changed();
    // A refusal no longer matters when the match is over.
    if (document.getElementById("result")) note("");
    hideDeleted();
  }
});

/**
 * Offer as a friend nobody whose name the result no longer has: they have deleted their account. Who has taken another
 * name is still listed by that of their seat.
 */
function hideDeleted() {
  const names = [...document.querySelectorAll("#ranking b")].map((name) => name.textContent?.trim());
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-befriends]"))) {
    button.hidden = names.length > 0 && !names.includes(button.dataset.befriends);
  }
}
