// A show's settings as this operator sees them, and changes of exactly those: each change names the
// version that it was made for, and when another operator was faster nothing is overwritten.

import { ask } from "./api.js";
import { heard } from "./clock.js";

/** The time between two reads of the settings, which somebody else may have changed. */
const FRESH_MILLIS = 5_000;

export class ShowSettings {
  /** Calls `changed` when there are others; `show` is nothing until the first are there. */
  constructor(showId, changed) {
    this.path = "/shows/" + showId;
    this.changed = changed;
    /** Returns true while the operator edits the settings that are shown. */
    this.isEdited = () => false;
  }

  async open() {
    try {
      this.#take(await this.#read());
    } catch (problem) {
      this.problem = problem;
    }
    this.#lookAgain();
    this.changed();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
  }

  /** Changes what `patch` names, if these are still the newest settings; else throws. */
  async patch(patch) {
    try {
      const headers = { "If-Match": this.etag };
      this.#take(await ask("PATCH", this.path, { body: patch, headers, as: "answer" }).then(both));
    } catch (problem) {
      if (problem.slug === "stale-version") this.#take(await this.#read());
      throw problem;
    }
    this.changed();
  }

  /** Shows the newest, whatever is being entered. */
  async renew() {
    this.#take(await this.#read());
    this.changed();
  }

  async #read() {
    return both(await ask("GET", this.path, { who: false, as: "answer" }));
  }

  #take({ show, etag }) {
    heard(show.now);
    this.show = show;
    this.etag = etag;
    this.newer = false;
    this.problem = undefined;
  }

  /** Others' changes are shown, unless something is being entered; nothing older than ours is. */
  #heard(read) {
    if (this.show && read.show.version < this.show.version) return;
    if (!this.show || this.etag === read.etag || !this.isEdited()) this.#take(read);
    else this.newer = true;
  }

  #lookAgain() {
    clearTimeout(this.timer);
    if (this.closed || this.problem?.status === 404) return;
    this.timer = setTimeout(async () => {
      try {
        this.#heard(await this.#read());
      } catch (problem) {
        if (!this.show) this.problem = problem;
      }
      this.changed();
      this.#lookAgain();
    }, FRESH_MILLIS);
  }
}

async function both(answer) {
  return { show: await answer.json(), etag: answer.headers.get("ETag") };
}
