package dev.stampede.consumer;

import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Handles the backlog, and decides what to do when that fails. */
final class BacklogHandler<E> {

  private static final Logger log = LoggerFactory.getLogger(BacklogHandler.class);

  private final Backlog<E> backlog;
  private final BatchTransaction<E> effects;
  private final ConsumerAdmin admin;
  private final Attempts attempts;
  private final ReaderListener listener;
  private int outages;

  BacklogHandler(
      Backlog<E> backlog,
      BatchTransaction<E> effects,
      ConsumerAdmin admin,
      Attempts attempts,
      ReaderListener listener) {
    this.backlog = backlog;
    this.effects = effects;
    this.admin = admin;
    this.attempts = attempts;
    this.listener = listener;
  }

  /** The result of one try. */
  sealed interface Step<E> {
    /** These are done with, for good. */
    record Done<E>(List<Incoming<E>> messages) implements Step<E> {
      public Done {
        messages = List.copyOf(messages);
      }
    }

    /** The same, or a part of it, is to be tried after a pause. */
    record Again<E>(Duration pause) implements Step<E> {}

    /** This one has to be put aside, and there is no room. */
    record NoRoom<E>(Message message, String why) implements Step<E> {}
  }

  /** Tries the next messages; there must be some. */
  Step<E> step() throws InterruptedException {
    List<Incoming<E>> next = backlog.next();
    try {
      SortedMessages<E> sorted = effects.handle(next);
      return done(next, sorted);
    } catch (InterruptedException stopped) {
      throw stopped;
    } catch (ParkFullException full) {
      return next.size() > 1 ? smaller(next) : noRoom(next.getFirst(), full);
    } catch (Exception | Error failure) {
      return failed(next, failure);
    }
  }

  private Step<E> failed(List<Incoming<E>> next, Throwable failure) throws InterruptedException {
    listener.failed(failure);
    if (Failures.isPassing(failure)) {
      return passing(failure);
    }
    if (next.size() > 1) {
      return smaller(next);
    }
    backlog.failed();
    Incoming<E> culprit = next.getFirst();
    if (backlog.failures() < attempts.most()) {
      log.debug("{} failed for the {}th time", culprit.message(), backlog.failures(), failure);
      return new Step.Again<>(attempts.pause(backlog.failures()));
    }
    return park(culprit, failure);
  }

  private Step<E> park(Incoming<E> culprit, Throwable failure) throws InterruptedException {
    try {
      return done(List.of(culprit), effects.park(culprit, Failures.text(failure)));
    } catch (InterruptedException stopped) {
      throw stopped;
    } catch (ParkFullException full) {
      return noRoom(culprit, full);
    } catch (Exception again) {
      // Not even that can be written: the database it is, and not the message.
      again.addSuppressed(failure);
      return passing(again);
    }
  }

  private Step<E> passing(Throwable failure) {
    if (outages == 0) {
      log.warn(
          "a transaction failed, but not because of its events; the reader will retry them",
          failure);
    }
    outages++;
    return new Step.Again<>(attempts.pause(outages));
  }

  private Step<E> smaller(List<Incoming<E>> tried) {
    backlog.halve(tried.size());
    return new Step.Again<>(Duration.ZERO);
  }

  private static <E> Step<E> noRoom(Incoming<E> incoming, ParkFullException full) {
    return new Step.NoRoom<>(incoming.message(), String.valueOf(full.getMessage()));
  }

  private Step<E> done(List<Incoming<E>> messages, SortedMessages<E> sorted) {
    if (outages > 0) {
      outages = 0;
      log.info("events are handled again");
    }
    backlog.done(messages.size());
    tell(sorted);
    sorted.late().forEach(this::goOnWith);
    return new Step.Done<>(messages);
  }

  private void tell(SortedMessages<E> sorted) {
    listener.handled(sorted.events().size());
    listener.repeated(sorted.repeats());
    for (SortedMessages.Gap gap : sorted.gaps()) {
      listener.gap(gap.message(), gap.expected().version(), gap.came().version());
    }
    for (SortedMessages.Parking<E> parking : sorted.parkings()) {
      Message message = parking.incoming().message();
      listener.parked(message, parking.reason(), parking.failure());
      if (parking.reason() != ParkReason.BEHIND) {
        log.error(
            "{} is parked ({}), and later messages of its key wait behind it: {}",
            message,
            parking.reason().label(),
            parking.failure());
      }
    }
  }

  /** The version that was missing has come. If the rest does not follow, it stays parked. */
  private void goOnWith(KeyName name) {
    try {
      if (admin.retry(name) instanceof ConsumerAdmin.Retried.Flows) {
        listener.swapped(name.topic(), name.key());
        log.warn("{} of {} came out of order; it is handled again", name.key(), name.topic());
      }
    } catch (ConsumerException e) {
      log.warn("{} of {} stays parked", name.key(), name.topic(), e);
    }
  }
}
