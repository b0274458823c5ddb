// Live seats: read once, then told of every change; read again when told that the past is lost.

import { read } from "./api.js";
import { SeatBoard } from "./seat-board.js";

const AGAIN_MILLIS = 3_000;

export class SeatFeed {
  /** Calls `changed(numbers)` with the seats that changed, or with nothing when all may have. */
  constructor(showId, changed) {
    this.path = `/shows/${showId}/seats`;
    this.changed = changed;
  }

  /** Reads the seats and begins to listen. Throws what the server refuses the first time. */
  async open() {
    this.board = new SeatBoard(await read(this.path, { who: false }));
    this.#listen();
    this.#untilFresh();
  }

  /** Reads all of it again: what was said to be free was not. */
  async repair() {
    this.board.replace(await read(this.path, { who: false }));
    this.changed();
    this.#untilFresh();
  }

  /** Somebody heard that the database is away: what is here is old until it was read again. */
  doubt() {
    this.board.stale = true;
    this.changed([]);
    this.#untilFresh();
  }

  /** Reads the board again while it is stale, from before the database became unavailable. */
  #untilFresh() {
    clearTimeout(this.old);
    if (this.closed || !this.board.stale) return;
    const again = () => this.repair().catch(() => this.#untilFresh());
    this.old = setTimeout(again, AGAIN_MILLIS * (0.5 + Math.random()));
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    clearTimeout(this.old);
    this.stream?.close();
  }

  #listen() {
    if (this.closed) return;
    const after = encodeURIComponent(this.board.version);
    const stream = new EventSource(`/api/v1${this.path}/stream?after=${after}`);
    this.stream = stream;
    stream.onopen = () => this.#live(true);
    stream.addEventListener("changes", (event) => {
      const numbers = this.board.apply(JSON.parse(event.data).changes);
      if (numbers.length > 0) this.changed(numbers);
    });
    stream.addEventListener("reset", () => this.repair().catch(() => this.#again()));
    stream.onerror = () => {
      this.#live(false);
      // A browser comes back by itself with the last id it heard, unless it was refused.
      if (stream.readyState === EventSource.CLOSED) this.#again();
    };
  }

  #again() {
    clearTimeout(this.timer);
    this.stream?.close();
    this.timer = setTimeout(async () => {
      try {
        await this.repair();
        this.#listen();
      } catch {
        this.#again();
      }
    }, AGAIN_MILLIS * (0.5 + Math.random()));
  }

  #live(on) {
    if (this.isLive === on) return;
    this.isLive = on;
    this.changed([]);
  }
}
