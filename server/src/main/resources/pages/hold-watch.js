// Follows the time of one hold: it may be made longer by an operator, and it ends.

import { read } from "./api.js";
import { everySecond, until } from "./clock.js";

/** The time between two reads of the hold, whose end may have moved. */
const FRESH_MILLIS = 10_000;

export class HoldWatch {
  /** Tells `renewed(hold)` what the server says of it, `ended(problem)` why it is none any more. */
  constructor(hold, { renewed, ended }) {
    Object.assign(this, { hold, renewed, ended });
    this.unwatch = everySecond(() => this.#second());
    this.timer = setTimeout(() => this.#ask(), FRESH_MILLIS);
  }

  close() {
    this.closed = true;
    this.unwatch();
    clearTimeout(this.timer);
  }

  /** In the second in which the time is over we ask: it may have been made longer meanwhile. */
  #second() {
    if (!this.asking && until(this.hold.expiresAt) === 0) this.#ask();
  }

  async #ask() {
    clearTimeout(this.timer);
    this.asking = true;
    let problem;
    try {
      const hold = await read("/holds/" + this.hold.id);
      if (this.closed) return;
      this.hold = hold;
      this.renewed(hold);
    } catch (missed) {
      problem = missed;
    }
    this.asking = false;
    if (this.closed) return;
    if (problem?.slug === "hold-expired" || problem?.slug === "hold-paid" || problem?.status === 404) {
      this.close();
      this.ended(problem);
    } else {
      this.timer = setTimeout(() => this.#ask(), FRESH_MILLIS);
    }
  }
}
