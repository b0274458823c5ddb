// The server's time. A buyer's clock may be wrong by hours; what counts down is what decides.

let ahead = 0;
const watchers = new Set();
let timer;

/** Milliseconds since 1970, as the server counts them. */
export function now() {
  return Date.now() + ahead;
}

/** Takes the time from an answer's `now`. */
export function heard(text) {
  const told = Date.parse(text);
  if (!Number.isNaN(told)) ahead = told - Date.now();
}

/** Calls back at the beginning of each second; returns what ends that. */
export function everySecond(callback) {
  watchers.add(callback);
  if (timer === undefined) arm();
  return () => watchers.delete(callback);
}

function arm() {
  if (watchers.size === 0) {
    timer = undefined;
    return;
  }
  timer = setTimeout(() => {
    watchers.forEach((callback) => callback());
    arm();
  }, 1000 - (now() % 1000));
}

/** Milliseconds from now until a moment, given as text; none once it has passed. */
export function until(text) {
  return Math.max(0, Date.parse(text) - now());
}
