package dev.stampede.consumer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Sorts messages, one after the other, by the state of their keys: which to handle, drop or park.
 * Plain Java, without a database.
 */
final class SortedMessages<E> {

  private final Map<KeyName, KeyState> before;
  private final Beginning beginning;
  private final Map<KeyName, KeyState> changed = new HashMap<>();
  private final List<E> events = new ArrayList<>();
  private final List<Parking<E>> parkings = new ArrayList<>();
  private final List<Gap> gaps = new ArrayList<>();
  private final Set<KeyName> late = new HashSet<>();
  private int repeats;

  /** A message to put aside, and why. */
  record Parking<E>(Incoming<E> incoming, ParkReason reason, String failure) {}

  /** A message before which others are missing. */
  record Gap(Message message, KeyVersion expected, KeyVersion came) {}

  SortedMessages(Map<KeyName, KeyState> before, Beginning beginning) {
    this.before = before;
    this.beginning = beginning;
  }

  void add(Incoming<E> incoming) {
    KeyState state = state(incoming.name());
    switch (incoming.reading()) {
      case Incoming.Reading.Bad<E>(String why) ->
          park(incoming, state.parked() ? ParkReason.BEHIND : ParkReason.UNDECODABLE, why);
      case Incoming.Reading.Good<E>(KeyVersion turn, E event) -> add(incoming, state, turn, event);
    }
  }

  private void add(Incoming<E> incoming, KeyState state, KeyVersion turn, E event) {
    if (state.isPast(turn)) {
      repeats++;
    } else if (state.parked()) {
      park(incoming, ParkReason.BEHIND, "");
      if (turn.equals(state.last().next())) {
        late.add(incoming.name());
      }
    } else if (state.isFollowedBy(turn, beginning)) {
      events.add(event);
      changed.put(incoming.name(), state.handled(turn));
    } else {
      KeyVersion expected = state.last().next();
      gaps.add(new Gap(incoming.message(), expected, turn));
      park(incoming, ParkReason.GAP, gapText(expected, turn));
    }
  }

  static String gapText(KeyVersion expected, KeyVersion came) {
    return "expected %s, got %s; the versions between them are missing".formatted(expected, came);
  }

  /** Puts a message aside, and with it its key. */
  void park(Incoming<E> incoming, ParkReason reason, String failure) {
    parkings.add(new Parking<>(incoming, reason, failure));
    changed.put(incoming.name(), state(incoming.name()).nowParked());
  }

  private KeyState state(KeyName name) {
    KeyState now = changed.get(name);
    return now == null ? before.getOrDefault(name, KeyState.NEW) : now;
  }

  List<E> events() {
    return events;
  }

  List<Parking<E>> parkings() {
    return parkings;
  }

  Map<KeyName, KeyState> changed() {
    return changed;
  }

  List<Gap> gaps() {
    return gaps;
  }

  /** Parked keys for which the very next version has come: maybe it was only late. */
  Set<KeyName> late() {
    return late;
  }

  int repeats() {
    return repeats;
  }
}
