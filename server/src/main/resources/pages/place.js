// A place in line, followed until its buyer is let in.
//
// News come by a stream where one can be had, else by asking as often as the server says. Whatever
// happens to the connection, the place itself is on the server and in its token, which is kept here
// and handed in again with every request: a line that was lost finds its order by it.

import { ask, remove } from "./api.js";
import { now } from "./clock.js";
import { browser } from "./keep.js";
import { me, openCookie } from "./session.js";

const SHORTEST_PAUSE_MILLIS = 1_000;
const LONGEST_PAUSE_MILLIS = 30_000;

/** After a stream failed, the page polls this many times before it tries another. */
const POLLS_BETWEEN_STREAMS = 2;

const keyOf = (kind, showId) => `${kind}.${showId}.${me()}`;

/** The pass for a show, while it lasts. */
export function passFor(showId) {
  const kept = browser.read(keyOf("pass", showId));
  return kept && Date.parse(kept.expiresAt) > now() ? kept : undefined;
}

/** Once it is spent or refused. */
export function dropPass(showId) {
  browser.drop(keyOf("pass", showId));
}

export class Place {
  /** Calls `changed` with every news; `this.state` is waiting, admitted, gone or joining. */
  constructor(showId, changed) {
    this.path = `/shows/${showId}/queue`;
    this.showId = showId;
    this.changed = changed;
    this.state = "joining";
    this.polls = 0;
  }

  /** Joins the line, or comes back to one's place in it: to the server it is the same. */
  async join() {
    this.state = "joining";
    await this.#ask("POST");
  }

  async giveUp() {
    this.close();
    try {
      await remove(this.path);
    } catch (problem) {
      if (problem.status !== 404) throw problem;
    }
    this.#forget();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.stream?.close();
  }

  async #ask(method) {
    const token = browser.read(keyOf("place", this.showId))?.token;
    const headers = token ? { "Stampede-Place": token } : {};
    try {
      this.#heard(await ask(method, this.path, { headers }));
      if (this.state === "waiting") await this.#follow();
    } catch (problem) {
      this.#refused(problem);
    }
  }

  #heard(place) {
    if (this.closed) return;
    this.problem = undefined;
    this.checkedAt = now();
    if (place.state === "admitted") {
      this.close();
      browser.drop(keyOf("place", this.showId));
      browser.write(keyOf("pass", this.showId), {
        pass: place.pass,
        expiresAt: place.passExpiresAt,
      });
      this.state = "admitted";
    } else {
      this.state = "waiting";
      const before = browser.read(keyOf("place", this.showId));
      const from = place.provisional ? place.position : Math.max(before?.from ?? 0, place.position);
      browser.write(keyOf("place", this.showId), { token: place.placeToken, from });
      Object.assign(this, {
        position: place.position,
        ahead: place.ahead,
        etaSeconds: place.etaSeconds,
        provisional: place.provisional === true,
        pollAfterMillis: place.pollAfterMillis,
        from,
      });
    }
    this.changed();
  }

  #refused(problem) {
    if (this.closed) return;
    this.problem = problem;
    const over = problem.status === 404 || problem.slug === "sale-closed";
    if (over) {
      // Only a line that knows us not, token and all, says so.
      this.#forget();
      this.state = "gone";
      this.close();
    } else if (problem.slug !== "unauthenticated") {
      const seconds = problem.retryAfterSeconds ?? 2;
      this.#askAfter(seconds * 1000 * (0.75 + Math.random() / 2));
    }
    this.changed();
  }

  #forget() {
    browser.drop(keyOf("place", this.showId));
  }

  #askAfter(millis) {
    clearTimeout(this.timer);
    const pause = Math.min(Math.max(millis, SHORTEST_PAUSE_MILLIS), LONGEST_PAUSE_MILLIS);
    // A buyer who never got an answer has no place yet, and asks for one.
    this.timer = setTimeout(() => this.#ask(this.state === "joining" ? "POST" : "GET"), pause);
  }

  async #follow() {
    if (this.closed || this.live) return;
    if (this.polls > 0) {
      this.polls--;
      this.#askAfter(this.pollAfterMillis);
      return;
    }
    await openCookie().catch(() => {});
    if (!this.closed) this.#openStream();
  }

  #openStream() {
    this.stream?.close();
    const stream = new EventSource("/api/v1" + this.path + "/stream");
    this.stream = stream;
    stream.addEventListener("place", (event) => {
      this.live = true;
      this.#heard(JSON.parse(event.data));
    });
    stream.addEventListener("gone", () => this.#toPolling());
    stream.onerror = () => this.#toPolling();
  }

  /**
   * A stream cannot hand in the token, so after any trouble the next word is a request. A stream
   * that spoke is opened again right after it: until the next request it may be a minute.
   */
  #toPolling() {
    if (this.closed) return;
    this.stream?.close();
    this.polls = this.live ? 0 : POLLS_BETWEEN_STREAMS;
    this.live = false;
    this.#askAfter(SHORTEST_PAUSE_MILLIS * (1 + Math.random()));
    this.changed();
  }
}
