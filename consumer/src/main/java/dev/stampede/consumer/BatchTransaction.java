package dev.stampede.consumer;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/**
 * One transaction for some messages: what is known of their keys is read, each is sorted by that,
 * the handler writes, and what is known afterwards is written with it, unless it has changed since.
 */
final class BatchTransaction<E> {

  private final Transactions transactions;
  private final Subscription<E> subscription;
  private final Beginning beginning;
  private final InboxTable inbox;
  private final ParkedMessages park;

  BatchTransaction(
      Transactions transactions, Subscription<E> subscription, ReaderSettings settings) {
    this.transactions = transactions;
    this.subscription = subscription;
    this.beginning = settings.beginning();
    this.inbox = new InboxTable(subscription.name());
    this.park = new ParkedMessages(subscription.name(), settings.parkLimit());
  }

  /** Lets all of them have their effect, or throws and none has. */
  SortedMessages<E> handle(List<Incoming<E>> messages) throws Exception {
    return transactions.run(
        transaction -> {
          Map<KeyName, KeyState> known = known(transaction, messages);
          return write(transaction, known, sort(known, messages));
        });
  }

  /** Puts one aside that its handler fails on; if it is its turn, and nobody has handled it. */
  SortedMessages<E> park(Incoming<E> poison, String failure) throws Exception {
    return transactions.run(
        transaction -> {
          Map<KeyName, KeyState> known = known(transaction, List.of(poison));
          SortedMessages<E> sorted = sort(known, List.of(poison));
          if (!sorted.events().isEmpty()) {
            sorted = new SortedMessages<>(known, beginning);
            sorted.park(poison, ParkReason.FAILED, failure);
          }
          return write(transaction, known, sorted);
        });
  }

  private Map<KeyName, KeyState> known(Connection transaction, List<Incoming<E>> messages)
      throws SQLException {
    return inbox.read(transaction, messages.stream().map(Incoming::name).toList());
  }

  private SortedMessages<E> sort(Map<KeyName, KeyState> known, List<Incoming<E>> messages) {
    SortedMessages<E> sorted = new SortedMessages<>(known, beginning);
    messages.forEach(sorted::add);
    return sorted;
  }

  private SortedMessages<E> write(
      Connection transaction, Map<KeyName, KeyState> known, SortedMessages<E> sorted)
      throws Exception {
    park.add(transaction, sorted.parkings());
    if (!sorted.events().isEmpty()) {
      handle(transaction, sorted.events());
    }
    inbox.write(transaction, known, sorted.changed());
    return sorted;
  }

  /** The result of retrying the oldest message of a parked key. */
  sealed interface Retry {
    /** It was handled, or turned out to be a repeat; there may be more. */
    record Handled() implements Retry {}

    /** It stays, and why. */
    record Refused(long id, ParkReason reason, String failure) implements Retry {}

    /** There is nothing left: the key flows again. */
    record Nothing() implements Retry {}

    /** The key was not parked. */
    record NotParked() implements Retry {}
  }

  /** Tries the one of a parked key whose turn it is. */
  Retry retry(KeyName name) throws Exception {
    return transactions.run(transaction -> retry(transaction, name));
  }

  private Retry retry(Connection transaction, KeyName name) throws Exception {
    KeyState state = inbox.lock(transaction, name);
    if (!state.parked()) {
      return new Retry.NotParked();
    }
    var unused = park.removeRepeats(transaction, name, state.last());
    ParkedMessages.Kept next = park.next(transaction, name, state.last().next()).orElse(null);
    if (next == null) {
      write(transaction, name, state, state.flowing());
      return new Retry.Nothing();
    }
    return switch (Incoming.of(next.message(), subscription.format()).reading()) {
      case Incoming.Reading.Bad<E>(String why) ->
          new Retry.Refused(next.id(), ParkReason.UNDECODABLE, why);
      case Incoming.Reading.Good<E> good when state.isPast(good.turn()) -> {
        park.remove(transaction, next.id());
        yield new Retry.Handled();
      }
      case Incoming.Reading.Good<E> good when !state.isFollowedBy(good.turn(), beginning) ->
          new Retry.Refused(
              next.id(), ParkReason.GAP, SortedMessages.gapText(state.last().next(), good.turn()));
      case Incoming.Reading.Good<E>(KeyVersion turn, E event) -> {
        String failure = failureOf(transaction, event);
        if (failure.isEmpty()) {
          park.remove(transaction, next.id());
          write(transaction, name, state, state.handled(turn));
          yield new Retry.Handled();
        }
        yield new Retry.Refused(next.id(), ParkReason.FAILED, failure);
      }
    };
  }

  /** Nothing if the handler did its work; if not, what it did is undone, and its lock is kept. */
  private String failureOf(Connection transaction, E event) throws Exception {
    var before = transaction.setSavepoint();
    try {
      handle(transaction, List.of(event));
      transaction.releaseSavepoint(before);
      return "";
    } catch (Exception e) {
      if (Failures.isPassing(e) || e instanceof InterruptedException) {
        throw e;
      }
      transaction.rollback(before);
      return Failures.text(e);
    }
  }

  private void write(Connection transaction, KeyName name, KeyState before, KeyState now)
      throws SQLException {
    inbox.write(transaction, Map.of(name, before), Map.of(name, now));
  }

  private void handle(Connection transaction, List<E> events) throws Exception {
    subscription.handler().handle(List.copyOf(events), HandlerConnection.around(transaction));
  }

  /** Writes down why a message is there still. */
  Retry.Refused explain(Retry.Refused refused) throws Exception {
    return transactions.run(
        transaction -> {
          park.explain(transaction, refused.id(), refused.reason(), refused.failure());
          return refused;
        });
  }

  /** Lets the next of a key be any version: what is missing before it will not come. */
  boolean skip(KeyName name) throws Exception {
    return transactions.run(
        transaction -> {
          KeyState state = inbox.lock(transaction, name);
          if (state.parked()) {
            write(transaction, name, state, state.jumping());
          }
          return state.parked();
        });
  }

  /** Forgets the oldest of a key, if that is the one meant. */
  boolean drop(KeyName name, long id) throws Exception {
    return transactions.run(
        transaction -> {
          KeyState state = inbox.lock(transaction, name);
          ParkedMessages.Kept first = park.first(transaction, name).orElse(null);
          if (!state.parked() || first == null || first.id() != id) {
            return false;
          }
          park.remove(transaction, id);
          write(transaction, name, state, without(state, first.message()));
          return true;
        });
  }

  /**
   * Returns the state without the dropped message. Only if we can read it do we know which version
   * comes next.
   */
  private KeyState without(KeyState state, Message dropped) {
    return switch (Incoming.of(dropped, subscription.format()).reading()) {
      case Incoming.Reading.Good<E> good ->
          new KeyState(good.turn().orLater(state.last()), state.parked(), state.jump());
      case Incoming.Reading.Bad<E> unused -> state.jumping();
    };
  }

  /** Forgets all that was put aside of a key; returns how many messages that were. */
  int dropKey(KeyName name) throws Exception {
    return transactions.run(
        transaction -> {
          KeyState state = inbox.lock(transaction, name);
          ParkedMessages.Forgotten gone = park.removeKey(transaction, name);
          if (state.parked()) {
            KeyVersion newest = gone.newest().orLater(state.last());
            boolean jump = state.jump() || gone.withoutVersion() > 0;
            write(transaction, name, state, new KeyState(newest, false, jump));
          }
          return gone.messages();
        });
  }
}
