// Talking to the server: one way in, problems as errors with a slug, repeats that are safe.

import { heard } from "./clock.js";
import { dropToken, token } from "./session.js";

const MAX_TRIES = 4;
const MAX_PAUSE_MILLIS = 8_000;

/** Longer than the server takes at most to find out what became of a claim. */
const PATIENCE_MILLIS = 30_000;

/** Worth repeating with the same key: the server was away, busy, or could not tell. */
const REPEATABLE = new Set(["unreachable", "overloaded", "outcome-unknown", "idempotency-in-flight"]);

/** An expected refusal; `slug` is the last part of its type. */
export class Problem extends Error {
  constructor(status, fields, retryAfterSeconds) {
    super(fields.detail ?? fields.title ?? "");
    this.status = status;
    this.fields = fields;
    this.slug = String(fields.type ?? "").replace("/problems/", "");
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Asks once. `who: false` sends no token, for what anybody may read; `as: "answer"` gives the answer
 * itself, for its headers or for a body that goes on, until `signal` ends it.
 */
export async function ask(method, path, options = {}) {
  const { who = true } = options;
  if (!who) return send(method, path, options);
  const mine = await reach(token);
  try {
    return await send(method, path, options, mine);
  } catch (problem) {
    if (problem.status !== 401 || !mine) throw problem;
    // Refused, not used: whoever gives us tokens may have changed its secret.
    dropToken();
    return send(method, path, options, await reach(token));
  }
}

async function send(method, path, { body, headers = {}, who = true, as, signal }, mine) {
  if (who && !mine) throw new Problem(401, { type: "/problems/unauthenticated" });
  const sent = { ...headers };
  if (mine) sent.Authorization = "Bearer " + mine;
  if (body !== undefined) sent["Content-Type"] = "application/json";
  const answer = await reach(() =>
    fetch("/api/v1" + path, {
      method,
      headers: sent,
      body: JSON.stringify(body),
      signal: signal ?? AbortSignal.timeout(PATIENCE_MILLIS),
    }),
  );
  if (answer.ok && as === "answer") return answer;
  if (answer.status === 204) return undefined;
  const json = await reach(() => answer.json());
  if (answer.ok) {
    if (json.now) heard(json.now);
    return json;
  }
  const retryAfter = Number(answer.headers.get("Retry-After"));
  throw new Problem(answer.status, json, retryAfter || undefined);
}

async function reach(step) {
  try {
    return await step();
  } catch (broken) {
    if (broken instanceof Problem) throw broken;
    throw new Problem(0, { type: "/problems/unreachable" });
  }
}

export function read(path, options) {
  return ask("GET", path, options);
}

/**
 * Moves a seat or a point, at most once however often it is sent: the key tells the server that it
 * is the same wish. So it is repeated by itself where the answer was lost.
 */
export async function change(path, body, { key = crypto.randomUUID(), headers = {} } = {}) {
  for (let tries = 1; ; tries++) {
    try {
      return await ask("POST", path, { body, headers: { ...headers, "Idempotency-Key": key } });
    } catch (problem) {
      if (tries === MAX_TRIES || !REPEATABLE.has(problem.slug)) throw problem;
      await pause((problem.retryAfterSeconds ?? tries) * 1000);
    }
  }
}

export function remove(path) {
  return ask("DELETE", path);
}

function pause(millis) {
  return new Promise((done) => setTimeout(done, Math.min(millis, MAX_PAUSE_MILLIS)));
}
