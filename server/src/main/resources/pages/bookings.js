// All that this buyer has bought.

import { read } from "./api.js";
import { moment, points } from "./format.js";
import { html, nothing } from "./lit-html.js";
import { PagedList } from "./paged-list.js";
import { aged, loading, unreadable } from "./parts.js";
import { texts } from "./texts.js";

export function open({ update }) {
  const shows = new Map();
  const list = new PagedList("/bookings", changed);
  list.load();

  function changed() {
    if (!list.problem) name();
    update();
  }

  /** Bookings know their show by its id; people know it by its name. */
  async function name() {
    const unknown = new Set(list.items.map((booking) => booking.showId).filter((id) => !shows.has(id)));
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
    if (!list.items) return list.problem ? unreadable(list.problem, () => list.load()) : loading();
    return html`<section class="wide">
      <h1>${texts.myBookings}</h1>
      ${aged(list)}
      ${list.items.length === 0
        ? html`<p class="soft">${texts.noBookings}</p>
            <p><a class="button" href="/">${texts.allShows}</a></p>`
        : nothing}
      <ul class="cards">
        ${list.items.map(row)}
      </ul>
      ${list.moreButton()}
    </section>`;
  }

  return { title: texts.myBookings, view, close: () => list.close() };
}
