// A list that the server gives page by page.

import { read } from "./api.js";
import { html, nothing } from "./lit-html.js";
import { texts } from "./texts.js";

/** The time until a list is read again while it is stale, or after a failure that may pass. */
const FRESH_MILLIS = 5_000;

/** The server was away or could not; asking again may help. */
function passes(problem) {
  return problem !== undefined && (problem.status === 0 || problem.status >= 500);
}

export class PagedList {
  /** Calls `changed` with every news; `items` is nothing until the first page is there. */
  constructor(path, changed, options = {}) {
    Object.assign(this, { path, changed, options });
  }

  /** Reads the first page, in place of what was there. */
  async load() {
    await this.#take("", () => []);
  }

  /** The way to the next page, where there is one. */
  moreButton() {
    if (!this.next) return nothing;
    const more = () => this.#take("?cursor=" + encodeURIComponent(this.next), () => this.items);
    return html`<button class="quiet" @click=${more}>${texts.more}</button>`;
  }

  /** Nobody looks at it any more. */
  close() {
    this.closed = true;
    clearTimeout(this.timer);
  }

  async #take(query, before) {
    clearTimeout(this.timer);
    try {
      const page = await read(this.path + query, this.options);
      this.items = [...before(), ...page.items];
      this.next = page.nextCursor;
      this.stale = page.stale;
      this.problem = undefined;
    } catch (refused) {
      this.problem = refused;
    }
    if (this.closed) return;
    if (this.stale || passes(this.problem)) this.timer = setTimeout(() => this.load(), FRESH_MILLIS * (0.5 + Math.random()));
    this.changed();
  }
}
