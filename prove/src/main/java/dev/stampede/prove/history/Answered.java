package dev.stampede.prove.history;

import java.util.List;

/**
 * The answer to a request, or its absence. What does not apply to its kind is empty or 0.
 *
 * @param status the HTTP status; 0: no answer came, so the outcome is unknown
 * @param problem the slug of the problem's type; without an answer, the reason in small letters. Of
 *     an answer that says yes: {@code stale} if the server said that its data are old; for an
 *     operation that failed, the slug of its problem
 * @param subject the id of what was made or read: a hold, a booking, a transfer, an operation, a
 *     ticket, a job; for an assignment its connection, for a seat map its version, for a line the
 *     place's {@code number/epoch}, for a list the ids between commas; for a hold that was paid
 *     already its booking
 * @param seats numbers of seats, as in {@link Asked}; of {@code seat-taken} those that are taken
 * @param total the price of a hold or a booking; for a line the position; for an extension the
 *     holds that it extended, for a list the bookings in it
 * @param balance the wallet's balance; -1: the answer has none
 * @param states for seats one letter each, in the order of {@code asked.seats}; for a list of
 *     bookings one letter each, {@code c} confirmed or {@code x} cancelled; else the state in a
 *     word: {@code confirmed}, {@code cancelled}, {@code waiting}, {@code admitted}, {@code
 *     queued}, {@code done}, {@code failed}, {@code assigned}
 * @param pass a short hash of the pass that was given
 * @param replayed true if the server said that it gave a stored answer again
 */
public record Answered(
    int status,
    String problem,
    String subject,
    List<Integer> seats,
    long total,
    long balance,
    String states,
    String pass,
    boolean replayed) {

  public static final long NO_BALANCE = -1;

  public Answered {
    seats = List.copyOf(seats);
  }

  /** No answer came. */
  public static Answered nothing(String why) {
    return new Answered(0, why, "", List.of(), 0, NO_BALANCE, "", "", false);
  }

  /** An answer that says no. */
  public static Answered problem(int status, String slug) {
    return new Answered(status, slug, "", List.of(), 0, NO_BALANCE, "", "", false);
  }
}
