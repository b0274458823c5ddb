// All that this buyer has bought.

import { read } from "./api.js";
import { moment, points } from "./format.js";
import { html, nothing } from "./lit-html.js";
import { loading, unreadable } from "./parts.js";
import { texts } from "./texts.js";

export function open({ update }) {
  const shows = new Map();
  let bookings;
  let next;
  let problem;

  async function load(cursor) {
    try {
      const page = await read("/bookings" + (cursor ? "?cursor=" + cursor : ""));
      bookings = cursor ? [...bookings, ...page.items] : page.items;
      next = page.nextCursor;
      problem = undefined;
      name();
    } catch (refused) {
      problem = refused;
    }
    update();
  }
  load();

  /** Bookings know their show by its id; people know it by its name. */
  async function name() {
    const unknown = new Set(bookings.map((booking) => booking.showId).filter((id) => !shows.has(id)));
    for (const id of unknown) {
      try {
        shows.set(id, await read("/shows/" + id, { who: false }));
        update();
      } catch {
        // It stays without a name.
      }
    }
  }

  function row(booking) {
    const show = shows.get(booking.showId);
    return html`<li class="card">
      <a href=${"/bookings/" + booking.id}>
        <h2>${show?.name ?? texts.booking}</h2>
        <p class="soft">${show ? moment(show.startsAt) : ""}</p>
        <p>
          ${texts.seats(booking.seats.length)} · ${points(booking.total)}
          ${booking.state === "cancelled"
            ? html`<span class="tag">${texts.cancelled}</span>`
            : nothing}
        </p>
      </a>
    </li>`;
  }

  function view() {
    if (problem && !bookings) return unreadable(problem, () => load());
    if (!bookings) return loading();
    return html`<section class="wide">
      <h1>${texts.myBookings}</h1>
      ${bookings.length === 0
        ? html`<p class="soft">${texts.noBookings}</p>
            <p><a class="button" href="/">${texts.allShows}</a></p>`
        : nothing}
      <ul class="cards">
        ${bookings.map(row)}
      </ul>
      ${next ? html`<button @click=${() => load(next)}>${texts.more}</button>` : nothing}
    </section>`;
  }

  return { title: texts.myBookings, view };
}
