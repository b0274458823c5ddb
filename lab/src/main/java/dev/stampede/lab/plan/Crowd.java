package dev.stampede.lab.plan;

/**
 * The buyers of a run and the seats that they come for. The same seed gives the same intentions:
 * who arrives when, and wants what.
 *
 * @param perBuyer the number of seats that each buyer wants, all or none
 */
public record Crowd(int seats, int buyers, int perBuyer, Want want, long seed) {

  public Crowd {
    if (perBuyer > seats) {
      throw new WrongOptionException(
          "--seats-per-buyer is %d and --seats is %d, so that nobody could have so many; give fewer for each, or more seats"
              .formatted(perBuyer, seats));
    }
  }

  public Crowd withSeats(int count) {
    return new Crowd(count, buyers, perBuyer, want, seed);
  }

  public Crowd withBuyers(int count) {
    return new Crowd(seats, count, perBuyer, want, seed);
  }

  public Crowd withPerBuyer(int count) {
    return new Crowd(seats, buyers, count, want, seed);
  }

  public Crowd withSeed(long other) {
    return new Crowd(seats, buyers, perBuyer, want, other);
  }
}
