// The address of a private table opens it for those who sit there alone. The bar shows the link that opens it for
// anybody: whoever passes the address on passes on that.

const link = document.getElementById("link")?.dataset.shared;
if (link) history.replaceState(history.state, "", link);
