// Moves the focus to the first fault of a form that came back, so that screen readers tell it.

const fault = document.querySelector("main :is(.errorlist.nonfield, [aria-invalid=true])");
if (fault?.matches("ul")) fault.tabIndex = -1;
fault?.focus();
