package dev.stampede.engine.claim;

import dev.stampede.engine.show.ShowId;
import java.util.Optional;

/**
 * A request that moves seats or points.
 *
 * <p>Its buyer owns the seats and points that are moved, and need not be the caller: a shop pays
 * anybody's hold outside, an operator cancels anybody's booking. The server checks the caller's
 * rights before there is a claim. A caller who acts for another looks up the owner first; since a
 * hold and a booking never change hands, that is still true when the claim is decided.
 */
public sealed interface Claim {

  Buyer buyer();

  /** Present where the caller gave an idempotency key. */
  Optional<Operation> operation();

  /** The claim itself, without how it came here. */
  default Claim bare() {
    return this;
  }

  /** A short description for error messages, without secrets. */
  default String described() {
    return "a claim of " + buyer();
  }

  /** A claim in one show: all but top-ups. */
  sealed interface OfShow extends Claim {
    ShowId show();

    @Override
    default String described() {
      return "a claim of %s in show %s".formatted(buyer(), show());
    }
  }

  /** A claim that takes free seats: the only kind that layers 0 and 1 may refuse. */
  sealed interface Taking extends OfShow {

    /** The new name under which the seats are taken. */
    HoldId hold();

    Wanted wanted();

    ShownPass pass();
  }

  /** A claim that makes a booking. */
  sealed interface Paying extends OfShow {

    /** The new name of the booking. */
    BookingId id();
  }

  /** Hold these seats under this new id. */
  record Hold(
      ShowId show,
      Buyer buyer,
      Optional<Operation> operation,
      HoldId id,
      Wanted wanted,
      ShownPass pass)
      implements Taking {

    /** The same where nobody asks for a pass. */
    public Hold(ShowId show, Buyer buyer, Optional<Operation> operation, HoldId id, Wanted wanted) {
      this(show, buyer, operation, id, wanted, new ShownPass.NotAsked());
    }

    @Override
    public HoldId hold() {
      return id;
    }
  }

  /** Give a hold back. */
  record Release(ShowId show, Buyer buyer, Optional<Operation> operation, HoldId id)
      implements OfShow {}

  /** Pay a hold of the buyer's, which makes it a booking under this new id. */
  record Book(
      ShowId show,
      Buyer buyer,
      Optional<Operation> operation,
      BookingId id,
      HoldId hold,
      Payment payment)
      implements Paying {}

  /** Take these seats and pay for them with points, in one step. */
  record Buy(
      ShowId show,
      Buyer buyer,
      Optional<Operation> operation,
      BookingId id,
      HoldId hold,
      Wanted wanted,
      ShownPass pass)
      implements Taking, Paying {

    /** The same where nobody asks for a pass. */
    public Buy(
        ShowId show,
        Buyer buyer,
        Optional<Operation> operation,
        BookingId id,
        HoldId hold,
        Wanted wanted) {
      this(show, buyer, operation, id, hold, wanted, new ShownPass.NotAsked());
    }
  }

  /**
   * Give a booking back, and the points that paid it.
   *
   * @param refund the new name of the transfer that gives the points back, or of the refund that is
   *     due where it was paid outside
   * @param by whose request it is: the buyer's or an operator's
   */
  record Cancel(
      ShowId show,
      Buyer buyer,
      Optional<Operation> operation,
      BookingId booking,
      TransferId refund,
      Buyer by)
      implements OfShow {}

  /**
   * A claim that was accepted earlier and arrived through Kafka.
   *
   * @param partition within which its order is kept
   */
  record Requested(BookingRequest request, int partition) implements OfShow {

    @Override
    public ShowId show() {
      return request.claim().show();
    }

    @Override
    public Buyer buyer() {
      return request.claim().buyer();
    }

    @Override
    public Optional<Operation> operation() {
      return request.claim().operation();
    }

    @Override
    public Claim bare() {
      return request.claim();
    }
  }

  /**
   * Put points into the buyer's wallet. Without a key a repeat could not be told from another.
   *
   * @param by whose request it is
   */
  record TopUp(Buyer buyer, Operation key, TransferId id, long amount, Buyer by) implements Claim {
    public TopUp {
      if (amount < 1) {
        throw new IllegalArgumentException(
            "a top-up is %d points; give 1 or more".formatted(amount));
      }
    }

    @Override
    public Optional<Operation> operation() {
      return Optional.of(key);
    }
  }
}
