// One buyer: what they have, hold and have bought, and the way to cancel it for them.

import { read } from "./api.js";
import { until } from "./clock.js";
import { cancel } from "./console-cancel.js";
import { lookUp } from "./console-look-up.js";
import { explain, refusal, unreadable } from "./console-parts.js";
import { texts } from "./console-texts.js";
import { countdown, points, shortMoment } from "./format.js";
import { html, nothing } from "./lit-html.js";
import { PagedList } from "./paged-list.js";
import { loading } from "./parts.js";
import { statement } from "./statement.js";

export function open({ params, update, go, say }) {
  const path = "/buyers/" + encodeURIComponent(params.id);
  const bookings = new PagedList(path + "/bookings", update);
  const entries = new PagedList(path + "/entries", update);
  let buyer;
  let problem;
  let told;
  let busy = false;

  async function load() {
    try {
      [buyer] = await Promise.all([read(path), bookings.load(), entries.load()]);
      problem = bookings.problem ?? entries.problem;
    } catch (missed) {
      problem = missed;
    }
    update();
  }
  load();

  const cancelling = (booking) => async () => {
    if (busy) return;
    busy = true;
    update();
    try {
      const done = await cancel(booking);
      if (done) {
        told = { kind: "good", text: done };
        await load();
      }
    } catch (refused) {
      told = { kind: "bad", text: explain(refused) };
    }
    busy = false;
    if (told) say(told.text);
    update();
  };

  function view() {
    if (!buyer || !bookings.items || !entries.items) {
      return problem ? unreadable(problem, load) : loading();
    }
    return html`<section class="wide">
      ${lookUp(go)}
      <h1>${texts.buyer(params.id)}</h1>
      ${told ? html`<div class="notice ${told.kind}"><p>${told.text}</p></div>` : nothing}
      <dl class="tiles">
        <div data-tile="balance">
          <dt>${texts.balance}</dt>
          <dd><strong>${points(buyer.balance)}</strong></dd>
        </div>
      </dl>
      <h2>${texts.liveHolds}</h2>
      ${holds()}
      <h2>${texts.theirBookings}</h2>
      ${booked()} ${refusal(bookings.problem)} ${bookings.moreButton()}
      <h2>${texts.statement}</h2>
      ${entries.items.length === 0
        ? html`<p class="soft">${texts.noEntries}</p>`
        : statement(entries.items)}
      ${refusal(entries.problem)} ${entries.moreButton()}
    </section>`;
  }

  function holds() {
    const live = buyer.holds.filter((hold) => until(hold.expiresAt) > 0);
    if (live.length === 0) return html`<p class="soft">${texts.noLiveHolds}</p>`;
    return html`<ul class="rows" data-list="holds">
        ${live.map(
          (hold) => html`<li>
            <span>${showLink(hold.showId)} · ${hold.seats.join(", ")}</span>
            <span>${points(hold.total)}</span>
            <span class="time">${texts.ends(countdown(until(hold.expiresAt)))}</span>
          </li>`,
        )}
      </ul>
      ${buyer.moreHolds ? html`<p class="soft">${texts.moreHolds}</p>` : nothing}`;
  }

  function booked() {
    if (bookings.items.length === 0) return html`<p class="soft">${texts.noBookings}</p>`;
    return html`<ul class="rows bookings" data-list="bookings">
      ${bookings.items.map(
        (booking) => html`<li>
          <span>
            ${showLink(booking.showId)} · ${booking.seats.join(", ")}
            <br /><code class="small">${booking.id}</code>
            <br /><span class="soft small">${shortMoment(booking.confirmedAt)}</span>
          </span>
          <strong>${points(booking.total)}</strong>
          ${booking.state === "confirmed"
            ? html`<button
                class="quiet"
                ?disabled=${busy}
                aria-label=${`${texts.cancelBooking} ${booking.id}`}
                @click=${cancelling(booking)}
              >
                ${texts.cancel}
              </button>`
            : html`<span class="tag">${texts.cancelledState}</span>`}
        </li>`,
      )}
    </ul>`;
  }

  function close() {
    bookings.close();
    entries.close();
  }

  return { title: texts.buyer(params.id), view, close };
}

function showLink(id) {
  return html`<a href=${"/console/shows/" + id}>${texts.inShow(id)}</a>`;
}
