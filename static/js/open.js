// The form for a new table offers only as many bots and single seats as the table has, and a level only if there are
// bots. Without a script the server refuses what doesn't fit.

/** @type {any} */
const form = document.querySelector(".open-form");
const { seats, bots } = form.elements;

function fit() {
  const most = seats.value - 1;
  for (const option of bots.options) option.hidden = option.disabled = option.value > most;
  if (bots.value > most) bots.value = most;
  for (const field of form.querySelectorAll("select[name^=seat_]")) {
    field.closest("p").hidden = Number(field.name.slice("seat_".length)) > most;
  }
  for (const level of form.querySelectorAll("[name=level]")) level.disabled = bots.value === "0";
}

fit();
form.addEventListener("change", fit);
addEventListener("pageshow", fit); // after the browser has put back what was chosen before
