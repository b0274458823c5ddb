// Cancelling a booking for its buyer.

import { change, read } from "./api.js";
import { confirmed } from "./console-confirm.js";
import { texts } from "./console-texts.js";
import { points } from "./format.js";
import { texts as shared } from "./texts.js";

/** Looks the booking up first, so that the operator sees what is about to be cancelled. */
export async function cancelById(id) {
  return cancel(await read("/bookings/" + encodeURIComponent(id)));
}

/** Asks, cancels, and answers what came of it; nothing if the operator thought better of it. */
export async function cancel(booking) {
  if (booking.state === "cancelled") return texts.alreadyCancelled;
  const seats = shared.seats(booking.seats.length) + ` (${booking.seats.join(", ")})`;
  const sure = await confirmed({
    title: texts.cancelAsk,
    means: booking.payment
      ? texts.cancelMeansOutside(seats)
      : texts.cancelMeans(seats, points(booking.total)),
    yes: texts.cancelYes,
  });
  if (!sure) return undefined;
  const done = await change(`/bookings/${booking.id}/cancel`);
  return done.refund === "points" ? texts.cancelled(points(done.total)) : texts.cancelledOutside;
}
