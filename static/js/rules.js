// Shows the rules of the game in a dialog over its board, with the clock in sight. The rest of the rules page is
// fetched when the dialog is opened. On the rules page itself it fills the contents.

/** @type {HTMLDialogElement | null} */
const panel = document.querySelector("#rules-panel");

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-rules]");
  if (!link || !panel || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  link.closest("details")?.removeAttribute("open");
  if (!panel.open) panel.showModal();
  fill(link.href);
});
panel?.addEventListener("click", (event) => {
  if (event.target === panel) panel.close();
});

/** @param {string} address */
async function fill(address) {
  const whole = document.getElementById("rules-whole");
  if (whole.childElementCount) return;
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok || whole.childElementCount) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const article = page.querySelector("article.prose");
  for (const each of article.querySelectorAll("h1, .start, .in-short, nav, script")) each.remove();
  whole.append(article);
  contents([...article.querySelectorAll("h2")]);
}

/** @param {HTMLElement[]} headings */
function contents(headings) {
  const nav = document.getElementById("rules-contents");
  headings.forEach((heading, number) => {
    heading.id ||= `rules-${number}`;
    const link = document.createElement("a");
    [link.href, link.textContent] = [`#${heading.id}`, heading.textContent];
    nav.append(link);
  });
  nav.hidden = false;
}

if (!panel) contents([...document.querySelectorAll("article.prose h2")]);
