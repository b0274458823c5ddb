// A list that the server gives page by page.

import { read } from "./api.js";
import { html, nothing } from "./lit-html.js";
import { texts } from "./texts.js";

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

  async #take(query, before) {
    try {
      const page = await read(this.path + query, this.options);
      this.items = [...before(), ...page.items];
      this.next = page.nextCursor;
      this.problem = undefined;
    } catch (refused) {
      this.problem = refused;
    }
    this.changed();
  }
}
