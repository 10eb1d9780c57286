// Who has chosen no time zone finds the browser's own chosen; nothing is kept until the form is saved.
const zone = document.querySelector("select[name=time_zone]");
const said = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone && !zone.value && said && [...zone.options].some((option) => option.value === said)) {
  zone.value = said;
  document.querySelector("[data-suggested]").hidden = false;
}
