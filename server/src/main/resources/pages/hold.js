// Checkout: what is on hold, what it costs, what there is, and paying.

import * as basket from "./basket.js";
import { change, read, remove } from "./api.js";
import { until } from "./clock.js";
import { countdown, points, seatName } from "./format.js";
import { HoldWatch } from "./hold-watch.js";
import { tab } from "./keep.js";
import { html, nothing } from "./lit-html.js";
import { aged, loading, notice, refusal, unreadable } from "./parts.js";
import { dropPass } from "./place.js";
import { texts } from "./texts.js";

export function open({ params, update, go, say }) {
  const keyName = "pay." + params.id;
  let watch;
  let closed = false;
  let hold;
  let show;
  let balance;
  let problem;
  let refused;
  let busy = false;
  let topUpRefused = false;

  async function load() {
    problem = undefined;
    try {
      hold = await read("/holds/" + params.id);
      tab.write("hold." + params.id, hold);
    } catch (missed) {
      if (missed.slug === "hold-paid") {
        go("/bookings/" + missed.fields.bookingId, { replace: true });
        return;
      }
      // It has ended; what it was is still worth showing, and may still be worth trying to pay.
      hold = missed.slug === "hold-expired" ? tab.read("hold." + params.id) : undefined;
      if (!hold) problem = missed;
    }
    if (hold) {
      await around();
      if (!closed) watch ??= new HoldWatch(hold, { renewed, ended });
    }
    update();
  }

  async function around() {
    try {
      [show, { balance }] = await Promise.all([
        read("/shows/" + hold.showId, { who: false }),
        read("/wallet"),
      ]);
    } catch (missed) {
      problem = missed;
    }
  }
  load();

  function renewed(newest) {
    if (busy) return;
    hold = newest;
    basket.put(hold);
    update();
  }

  function ended({ slug, fields }) {
    if (busy) return;
    basket.drop(params.id);
    if (slug === "hold-paid") go("/bookings/" + fields.bookingId, { replace: true });
    else say(texts.timeIsOver);
    update();
  }

  /** One thing at a time, its refusal shown. */
  async function doing(step) {
    if (busy) return;
    busy = true;
    refused = undefined;
    update();
    try {
      await step();
    } catch (answer) {
      refused = answer;
      if (answer.slug === "insufficient-points") balance = answer.fields.balance;
      if (answer.slug === "hold-expired") basket.drop(params.id);
    }
    busy = false;
    update();
  }

  const pay = () =>
    doing(async () => {
      // Kept, so that a reload in the middle of paying repeats this payment and makes no second.
      const key = tab.read(keyName) ?? crypto.randomUUID();
      tab.write(keyName, key);
      const booking = await change("/bookings", { holdId: params.id }, { key });
      tab.drop(keyName);
      tab.drop("hold." + params.id);
      dropPass(hold.showId);
      basket.drop(params.id);
      say(texts.bookedSaid);
      go(`/bookings/${booking.id}?new`, { replace: true });
    });

  const topUp = (amount) =>
    doing(async () => {
      try {
        balance = (await change("/wallet/top-ups", { amount })).balance;
      } catch (answer) {
        if (answer.status !== 403) throw answer;
        topUpRefused = true;
      }
    });

  const giveBack = () =>
    doing(async () => {
      await remove("/holds/" + params.id);
      basket.drop(params.id);
      go(`/shows/${hold.showId}/seats`, { replace: true });
    });

  function view() {
    if (problem) return unreadable(problem, load);
    if (!hold || !show || balance === undefined) return loading();
    const left = until(hold.expiresAt);
    const short = Math.max(0, hold.total - balance);
    const lost = refused?.slug === "hold-expired";
    return html`
      <section class="narrow">
        <p class="soft">${show.name}</p>
        <h1>${texts.checkOut}</h1>
        ${time(left, lost)} ${aged(hold, show)}
        <ul class="rows">
          ${hold.seats.map(
            (label) => html`<li>
              <span>${seatName(label)}</span><strong>${points(price(label))}</strong>
            </li>`,
          )}
        </ul>
        <dl class="sum">
          <div>
            <dt>${texts.total}</dt>
            <dd>${points(hold.total)}</dd>
          </div>
          <div>
            <dt>${texts.balance}</dt>
            <dd>${points(balance)}</dd>
          </div>
          <div class="last">
            <dt>${short > 0 ? texts.shortfall : texts.afterwards}</dt>
            <dd>${points(short > 0 ? short : balance - hold.total)}</dd>
          </div>
        </dl>
        ${lost ? nothing : refusal(refused)} ${lost ? nothing : shortfall(short)}
        <p class="actions">
          ${lost
            ? html`<a class="button" href=${`/shows/${hold.showId}/seats`}>${texts.chooseAgain}</a>`
            : html`<button ?disabled=${busy || short > 0} @click=${pay}>
                  ${left > 0 ? texts.pay(points(hold.total)) : texts.tryToPay}
                </button>
                ${left > 0
                  ? html`<button class="quiet" ?disabled=${busy} @click=${giveBack}>
                      ${texts.giveBack}
                    </button>`
                  : html`<a class="button quiet" href=${`/shows/${hold.showId}/seats`}
                      >${texts.chooseAgain}</a
                    >`}`}
        </p>
      </section>
    `;
  }

  function price(label) {
    const name = label.slice(0, label.indexOf("-"));
    return show.sections.find((section) => section.name === name)?.price ?? 0;
  }

  function time(left, lost) {
    if (lost) return notice("bad", texts.seatsGone);
    if (left === 0) return notice("warn", texts.timeIsOver);
    return html`<p>${texts.heldFor} <strong class="time">${countdown(left)}</strong></p>`;
  }

  function shortfall(short) {
    if (short === 0) return nothing;
    if (topUpRefused) return notice("warn", texts.topUpElsewhere);
    return notice(
      "warn",
      texts.shortBy(points(short)),
      html`<p class="actions">
        <button ?disabled=${busy} @click=${() => topUp(short)}>
          ${texts.topUp(points(short))}
        </button>
      </p>`,
    );
  }

  function close() {
    closed = true;
    watch?.close();
  }

  return { title: texts.checkOut, view, close };
}
