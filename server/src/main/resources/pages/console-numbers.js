// The sale in numbers, as they are now.

import { count, duration, millis, percent, rate } from "./console-format.js";
import { texts } from "./console-texts.js";
import { html, nothing } from "./lit-html.js";

export function open({ feed }) {
  function view() {
    const { look } = feed;
    if (!look) return nothing;
    return html`<section data-panel="numbers" aria-label=${texts.numbers}>
      <dl class="tiles">
        ${look.queue?.enabled ? line(look.queue) : nothing} ${seats(look)} ${money(look)} ${machine(look)}
      </dl>
      <p class="soft small">${texts.from(look.server)}</p>
    </section>`;
  }

  return { view };
}

function tile(name, label, value, rest) {
  return html`<div data-tile=${name}>
    <dt>${label}</dt>
    <dd>
      <strong>${value}</strong>
      <span>${rest}</span>
    </dd>
  </div>`;
}

function line(queue) {
  return [
    tile("waiting", texts.waiting, count(queue.waiting), texts.admitRate(count(queue.admitPerSecond))),
    tile(
      "admitted",
      texts.admitted,
      rate(queue.admittedPerMinute),
      queue.conversion === null ? texts.noPassEnded : texts.admittedBought(percent(queue.conversion)),
    ),
    tile("active", texts.active, count(queue.active), texts.activeOf(count(queue.maxActive))),
  ];
}

/** The counts of the database are unknown while it is unavailable. */
function seats({ seats, holds, conversion }) {
  const all = seats ? seats.free + seats.held + seats.sold : null;
  return [
    tile("sold", texts.sold, count(seats?.sold), texts.ofSeats(count(all), count(seats?.free))),
    tile(
      "held",
      texts.holds,
      count(seats?.held),
      holds?.live > 0 ? texts.oldest(duration(holds.oldestSeconds ?? 0), holds.live) : texts.noHolds,
    ),
    tile(
      "conversion",
      texts.conversion,
      percent(conversion?.ratio),
      conversion?.ended > 0
        ? texts.conversionOf(count(conversion.paid), count(conversion.ended))
        : texts.noneEnded,
    ),
  ];
}

function money({ bookings, revenue }) {
  return [
    tile(
      "bookings",
      texts.bookings,
      count(bookings?.confirmed),
      texts.bookingsRest(rate(bookings?.perMinute), count(bookings?.cancelled)),
    ),
    tile("revenue", texts.revenue, count(revenue?.points), texts.outside(count(revenue?.outside))),
  ];
}

function machine({ claims, locks, responses, lanes }) {
  const refused = Object.values(claims.refused).reduce((sum, each) => sum + each, 0);
  return [
    tile(
      "claims",
      texts.claims,
      rate(claims.perSecond),
      texts.claimsRest(count(claims.succeeded), count(refused)),
    ),
    tile(
      "locks",
      texts.lockFailures,
      percent(locks.failureRate),
      texts.locksRest(count(locks.refused), count(locks.tried)),
    ),
    tile(
      "responses",
      texts.answers,
      millis(responses.p99Millis),
      texts.answersRest(millis(responses.p50Millis), rate(responses.perSecond)),
    ),
    tile(
      "lanes",
      texts.groups,
      rate(lanes.groupSizeMean),
      texts.groupsRest(count(lanes.groupSizeMax), count(lanes.depth)),
    ),
  ];
}
