package dev.stampede.engine.claim.layer;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.show.ShowId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A gate with the promised behaviour: all seats or none; it refuses by buyer and releases by hold.
 */
final class MemoryGate implements SeatGate {

  record Key(Buyer buyer, HoldId hold) {}

  final Map<Integer, Key> keys = new HashMap<>();
  final List<HoldId> entered = new ArrayList<>();
  final List<HoldId> left = new ArrayList<>();
  boolean away;

  /** Gives the seat's key to a hold of the buyer. */
  void give(int seat, Buyer buyer) {
    keys.put(seat, new Key(buyer, HoldId.fresh(0)));
  }

  @Override
  public synchronized Verdict enter(ShowId show, List<Integer> seats, Buyer buyer, HoldId hold) {
    entered.add(hold);
    if (away) {
      return new Verdict.Skipped();
    }
    Key mine = new Key(buyer, hold);
    List<Integer> others =
        seats.stream()
            .filter(seat -> !keys.getOrDefault(seat, mine).buyer().equals(buyer))
            .toList();
    if (!others.isEmpty()) {
      return new Verdict.Refused(others);
    }
    seats.forEach(seat -> keys.putIfAbsent(seat, mine));
    return new Verdict.Passed();
  }

  @Override
  public synchronized void leave(ShowId show, List<Integer> seats, HoldId hold) {
    left.add(hold);
    keys.keySet().removeIf(seat -> seats.contains(seat) && hold.equals(holdOf(seat)));
  }

  private HoldId holdOf(Integer seat) {
    return Optional.ofNullable(keys.get(seat)).orElseThrow().hold();
  }
}
