// One booking: the code for the door, the seats, and the way to cancel.

import { change, read } from "./api.js";
import { until } from "./clock.js";
import { moment, points, seatName, shortMoment } from "./format.js";
import { html, nothing, svg } from "./lit-html.js";
import { aged, loading, notice, refusal, unreadable } from "./parts.js";
import { encode } from "./qr.js";
import { texts } from "./texts.js";

/** The quiet zone that readers want around a code, in modules. */
const QUIET = 4;

export function open({ params, update, say }) {
  const isNew = new URLSearchParams(location.search).has("new");
  let booking;
  let show;
  let code;
  let problem;
  let refused;
  let asked = false;
  let busy = false;

  async function load() {
    try {
      booking = await read("/bookings/" + params.id);
      show = await read("/shows/" + booking.showId, { who: false });
      code = picture(encode(booking.id));
      problem = undefined;
    } catch (missed) {
      problem = missed;
    }
    update();
  }
  load();

  async function cancel() {
    busy = true;
    update();
    try {
      booking = await change(`/bookings/${params.id}/cancel`);
      say(texts.cancelledSaid);
      refused = undefined;
    } catch (answer) {
      refused = answer;
    }
    busy = false;
    asked = false;
    update();
  }

  const ask = (wish) => () => {
    asked = wish;
    update();
  };

  function view() {
    if (problem) return unreadable(problem, load);
    if (!booking || !show) return loading();
    const good = booking.state === "confirmed";
    return html`<section class="narrow">
      <p class="soft">${moment(show.startsAt)}</p>
      <h1>${isNew && good ? texts.done : show.name}</h1>
      ${aged(booking, show)} ${isNew && good ? html`<p>${texts.doneMeans(show.name)}</p>` : nothing}
      ${good ? door() : notice("", refund())}
      <ul class="rows">
        ${booking.seats.map((label) => html`<li><span>${seatName(label)}</span></li>`)}
      </ul>
      <dl class="sum">
        <div>
          <dt>${texts.total}</dt>
          <dd>${points(booking.total)}</dd>
        </div>
        <div>
          <dt>${texts.bookedOn}</dt>
          <dd>${shortMoment(booking.confirmedAt)}</dd>
        </div>
      </dl>
      ${refusal(refused)} ${good && until(show.startsAt) > 0 ? cancelling() : nothing}
      <p class="actions">
        <a class="button quiet" href="/bookings">${texts.myBookings}</a>
      </p>
    </section>`;
  }

  function door() {
    return html`<figure class="code">
      ${code}
      <figcaption><span class="soft">${texts.showAtTheDoor}</span> <code>${booking.id}</code></figcaption>
    </figure>`;
  }

  function refund() {
    return booking.refund === "points" ? texts.refunded : texts.refundByShop;
  }

  function cancelling() {
    return asked
      ? notice(
          "warn",
          booking.payment ? texts.cancelMeansOutside : texts.cancelMeans(points(booking.total)),
          html`<p class="actions">
            <button class="bad" ?disabled=${busy} @click=${cancel}>${texts.cancelYes}</button>
            <button class="quiet" @click=${ask(false)}>${texts.keepIt}</button>
          </p>`,
        )
      : html`<p class="actions">
          <button class="quiet" @click=${ask(true)}>${texts.cancelBooking}</button>
        </p>`;
  }

  return { title: texts.booking, view };
}

/** Dark on light in any theme: readers expect it so. */
function picture(modules) {
  const size = modules.length + 2 * QUIET;
  let path = "";
  modules.forEach((row, y) =>
    row.forEach((dark, x) => {
      if (dark) path += `M${x + QUIET} ${y + QUIET}h1v1h-1z`;
    }),
  );
  return html`<svg viewBox="0 0 ${size} ${size}" role="img" aria-label=${texts.codePicture}>
    ${svg`<rect width=${size} height=${size} fill="#fff"></rect><path d=${path} fill="#000"></path>`}
  </svg>`;
}
