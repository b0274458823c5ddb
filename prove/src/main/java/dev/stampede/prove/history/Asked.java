package dev.stampede.prove.history;

import java.util.List;

/**
 * The content of a request. What does not apply to its kind is empty or 0.
 *
 * @param show the show's id; 0: none
 * @param seats numbers of seats in the show, counted from 0 in the order of the seat map
 * @param subject the hold, booking, operation, ticket, lock or job it is about; for best seats the
 *     section; for a line the {@code number/epoch} of the place that was shown
 * @param amount points, seats, seconds or a fence
 * @param key the idempotency key
 * @param pass a short hash of the pass that was sent
 * @param reference a payment's reference in another system
 */
public record Asked(
    long show,
    List<Integer> seats,
    String subject,
    long amount,
    String key,
    String pass,
    String reference) {

  public static final Asked NOTHING = new Asked(0, List.of(), "", 0, "", "", "");

  public Asked {
    seats = List.copyOf(seats);
  }

  public Asked in(long show) {
    return new Asked(show, seats, subject, amount, key, pass, reference);
  }

  public Asked seats(List<Integer> numbers) {
    return new Asked(show, numbers, subject, amount, key, pass, reference);
  }

  public Asked about(String id) {
    return new Asked(show, seats, id, amount, key, pass, reference);
  }

  public Asked amount(long value) {
    return new Asked(show, seats, subject, value, key, pass, reference);
  }

  public Asked key(String value) {
    return new Asked(show, seats, subject, amount, value, pass, reference);
  }

  public Asked pass(String hash) {
    return new Asked(show, seats, subject, amount, key, hash, reference);
  }

  public Asked reference(String value) {
    return new Asked(show, seats, subject, amount, key, pass, value);
  }
}
