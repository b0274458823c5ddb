package dev.stampede.server.waitingroom;

/**
 * The number of calls a second that a client may make about a line; 0 means no limit.
 *
 * @param perAddress for all clients of one address: offices and mobile networks share theirs, so
 *     that this is off unless somebody sets it
 */
public record QueueRates(int perBuyer, int perAddress) {

  public static final int MAX_PER_BUYER = 1_000;
  public static final int MAX_PER_ADDRESS = 1_000_000;

  public static final QueueRates DEFAULT = new QueueRates(10, 0);

  public QueueRates {
    if (perBuyer < 0 || perBuyer > MAX_PER_BUYER) {
      throw new IllegalArgumentException(
          "the rate per buyer is %d; set 0..%d (default %d)"
              .formatted(perBuyer, MAX_PER_BUYER, DEFAULT.perBuyer()));
    }
    if (perAddress < 0 || perAddress > MAX_PER_ADDRESS) {
      throw new IllegalArgumentException(
          "the rate per address is %d; set 0..%d (default %d)"
              .formatted(perAddress, MAX_PER_ADDRESS, DEFAULT.perAddress()));
    }
  }
}
