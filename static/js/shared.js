// The address of a private table opens it only for the people who sit there. The address bar shows the link that opens
// it for anybody, so that copying the address copies that link.

const link = document.getElementById("link")?.dataset.shared;
if (link) history.replaceState(history.state, "", link);
