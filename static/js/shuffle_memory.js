// Remembers the commitment and the salts that this browser saw, so that it can check them after the match. A form's
// pair belongs to the table on whose page its sender arrives.

/** @typedef {{commitment: string, salts: string[], at: number}} Kept */

const PENDING = "shuffle:pending";
const MOST = 300; // tables

/** @param {string} table */
const keyOf = (table) => `shuffle:table:${table}`;

/** @param {Storage} storage @param {string} key */
function read(storage, key) {
  try {
    return JSON.parse(storage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} table @returns {Kept | null} */
export function kept(table) {
  return read(localStorage, keyOf(table));
}

/**
 * Store the pair of a form that is being sent.
 * @param {{commitment: string, salt: string, table?: string, except?: string}} pair `table`: the only table that the
 * pair is for; `except`: the table that it is sent from, when it is for another one
 */
export function keep(pair) {
  sessionStorage.setItem(PENDING, JSON.stringify(pair));
}

/** Move the stored pair to its table. @param {string | undefined} table the page's table, if it is a table's page */
function settle(table) {
  const pair = read(sessionStorage, PENDING);
  sessionStorage.removeItem(PENDING);
  if (!pair || !table || (pair.table ?? table) !== table || pair.except === table) return;
  // A person who leaves and sits down again brings another salt, but is shown the same commitment.
  const { commitment, salts } = kept(table) ?? { commitment: pair.commitment, salts: [] };
  const all = [...new Set([...salts, pair.salt])];
  const known = commitment === pair.commitment ? commitment : "";
  localStorage.setItem(keyOf(table), JSON.stringify({ commitment: known, salts: all, at: Date.now() }));
  forget();
}

/** Delete the oldest entries when there are too many. */
function forget() {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(keyOf("")));
  const at = (/** @type {string} */ key) => read(localStorage, key)?.at ?? 0;
  for (const key of keys.sort((one, other) => at(other) - at(one)).slice(MOST)) localStorage.removeItem(key);
}

const here = document.getElementById("kept");
settle(here?.dataset.table);
const mine = here && kept(here.dataset.table);
if (mine && mine.commitment !== here.dataset.commitment) here.hidden = false;
