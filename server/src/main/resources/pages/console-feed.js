// A sale as it goes: the last quarter of an hour as the server has kept it, then every look and every
// sample as they come. After a break all of it is read again, so that plots have no hole.

import { ask, read } from "./api.js";
import { heard, now } from "./clock.js";
import { listen } from "./event-reader.js";

const AGAIN_MILLIS = 2_000;

/** Fifteen minutes of samples, one in five seconds. */
const MAX_SAMPLES = 180;

/** Asking again does not change these. */
const FOR_GOOD = new Set([401, 403, 404]);

export class SaleFeed {
  /** Calls `changed` with every news. Until the first, `look` is nothing or `problem` says why. */
  constructor(showId, changed) {
    this.path = `/shows/${showId}/sale`;
    this.changed = changed;
    this.at = [];
    this.series = {};
    this.samples = 0;
    this.live = false;
    this.closing = new AbortController();
  }

  /** Follows the sale until it is closed or refused for good. */
  async follow() {
    if (this.following) return;
    this.following = true;
    while (this.following && !this.closing.signal.aborted) {
      try {
        await this.#readAll();
        await listen(
          (signal) => ask("GET", this.path + "/stream", { as: "answer", signal }),
          (name, data) => this.#heard(name, data),
          this.closing.signal,
        );
      } catch (broken) {
        this.problem = broken;
      }
      this.live = false;
      if (this.closing.signal.aborted) return;
      this.following = !FOR_GOOD.has(this.problem?.status);
      this.changed();
      if (this.following) await this.#pause();
    }
  }

  close() {
    this.closing.abort();
  }

  async #readAll() {
    const [look, history] = await Promise.all([read(this.path), read(this.path + "/history")]);
    this.at = history.at;
    this.series = history.series;
    this.samples++;
    this.#looked(look);
  }

  #heard(name, data) {
    this.live = true;
    if (name === "look") this.#looked(data);
    else if (name === "sample") this.#sampled(data);
  }

  #looked(look) {
    heard(look.now);
    this.look = look;
    this.lookedAt = now();
    this.problem = undefined;
    this.changed();
  }

  /** A sample may be in the history already that was read while it was on its way. */
  #sampled({ at, values }) {
    if (at <= (this.at.at(-1) ?? 0)) return;
    const drop = this.at.length >= MAX_SAMPLES ? 1 : 0;
    for (const name of new Set([...Object.keys(this.series), ...Object.keys(values)])) {
      const before = this.series[name] ?? this.at.map(() => null);
      this.series[name] = [...before.slice(drop), values[name] ?? null];
    }
    this.at = [...this.at.slice(drop), at];
    this.samples++;
    this.changed();
  }

  #pause() {
    const millis = AGAIN_MILLIS * (0.5 + Math.random());
    return new Promise((done) => {
      const timer = setTimeout(done, millis);
      this.closing.signal.addEventListener("abort", () => {
        clearTimeout(timer);
        done();
      }, { once: true });
    });
  }
}
