// The buyer's live holds, wherever they were made: asked for when a page opens, so that a reload or
// another tab finds them, and gone by themselves when their time is over.

import { read } from "./api.js";
import { until } from "./clock.js";
import { claims } from "./session.js";

let holds = [];
const watchers = new Set();

/** Those that still run, the one that ends first in front. */
export function live() {
  return holds
    .filter((hold) => until(hold.expiresAt) > 0)
    .sort((a, b) => Date.parse(a.expiresAt) - Date.parse(b.expiresAt));
}

export function liveFor(showId) {
  return live().filter((hold) => hold.showId === showId);
}

/** Asks the server. Who has never had a token has no holds either. */
export async function refresh() {
  if (!claims()) return;
  try {
    holds = (await read("/holds")).items;
    tell();
  } catch {
    // The basket keeps the last known holds; the next page asks again.
  }
}

export function put(hold) {
  holds = [...holds.filter((other) => other.id !== hold.id), hold];
  tell();
}

export function drop(id) {
  holds = holds.filter((hold) => hold.id !== id);
  tell();
}

export function watch(callback) {
  watchers.add(callback);
  return () => watchers.delete(callback);
}

function tell() {
  watchers.forEach((callback) => callback());
}
