// One buyer: what they have, hold and have bought, and the way to cancel it for them.

import { read } from "./api.js";
import { until } from "./clock.js";
import { cancel } from "./console-cancel.js";
import { lookUp } from "./console-look-up.js";
import { explain, unreadable } from "./console-parts.js";
import { texts } from "./console-texts.js";
import { countdown, number, points, shortMoment } from "./format.js";
import { html, nothing } from "./lit-html.js";
import { loading } from "./parts.js";

export function open({ params, update, go, say }) {
  const path = "/buyers/" + encodeURIComponent(params.id);
  const lists = { bookings: { items: [] }, entries: { items: [] } };
  let buyer;
  let problem;
  let told;
  let busy = false;

  async function load() {
    try {
      const [found, bookings, entries] = await Promise.all([
        read(path),
        read(path + "/bookings"),
        read(path + "/entries"),
      ]);
      buyer = found;
      Object.assign(lists, { bookings, entries });
      problem = undefined;
    } catch (missed) {
      problem = missed;
    }
    update();
  }
  load();

  const more = (name) => async () => {
    try {
      const { items, nextCursor } = await read(`${path}/${name}?cursor=${lists[name].nextCursor}`);
      lists[name] = { items: [...lists[name].items, ...items], nextCursor };
    } catch (missed) {
      told = { kind: "bad", text: explain(missed) };
    }
    update();
  };

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
    if (problem && !buyer) return unreadable(problem, load);
    if (!buyer) return loading();
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
      ${queues()}
      <h2>${texts.liveHolds}</h2>
      ${holds()}
      <h2>${texts.theirBookings}</h2>
      ${bookings()}
      <h2>${texts.statement}</h2>
      ${entries()}
    </section>`;
  }

  function queues() {
    if (!buyer.queues?.length) return nothing;
    return html`<h2>${texts.queues}</h2>
      <ul class="rows">
        ${buyer.queues.map(
          ({ showId, state }) => html`<li>
            <span>${showLink(showId)}</span><span>${texts.queueStates[state] ?? state}</span>
          </li>`,
        )}
      </ul>`;
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

  function bookings() {
    const { items, nextCursor } = lists.bookings;
    if (items.length === 0) return html`<p class="soft">${texts.noBookings}</p>`;
    return html`<ul class="rows bookings" data-list="bookings">
        ${items.map(
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
      </ul>
      ${nextCursor ? html`<button class="quiet" @click=${more("bookings")}>${texts.more}</button>` : nothing}`;
  }

  function entries() {
    const { items, nextCursor } = lists.entries;
    if (items.length === 0) return html`<p class="soft">${texts.noEntries}</p>`;
    return html`<table data-list="entries">
        <thead>
          <tr>
            <th scope="col">${texts.when}</th>
            <th scope="col">${texts.what}</th>
            <th scope="col" class="amount">${texts.amount}</th>
            <th scope="col" class="amount">${texts.balanceThen}</th>
          </tr>
        </thead>
        <tbody>
          ${items.map(
            (entry) => html`<tr>
              <td>${shortMoment(entry.at)}</td>
              <td>${texts.entryKinds[entry.kind] ?? entry.kind}</td>
              <td class="amount">${entry.amount > 0 ? "+" : ""}${number(entry.amount)}</td>
              <td class="amount">${number(entry.balance)}</td>
            </tr>`,
          )}
        </tbody>
      </table>
      ${nextCursor ? html`<button class="quiet" @click=${more("entries")}>${texts.more}</button>` : nothing}`;
  }

  return { title: texts.buyer(params.id), view };
}

function showLink(id) {
  return html`<a href=${"/console/shows/" + id}>${texts.inShow(id)}</a>`;
}
