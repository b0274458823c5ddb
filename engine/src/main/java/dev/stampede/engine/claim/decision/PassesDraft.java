package dev.stampede.engine.claim.decision;

import dev.stampede.engine.claim.BookedPass;
import dev.stampede.engine.claim.decision.Locked.BuyerKey;
import dev.stampede.engine.claim.decision.Locked.PassRow;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The passes of a group's buyers while it is being decided. */
final class PassesDraft {

  private final Map<BuyerKey, PassRow> rows;
  private final Map<BuyerKey, BookedPass> booked = new TreeMap<>();
  private final Map<BuyerKey, Long> unrecorded = new TreeMap<>();

  PassesDraft(Map<BuyerKey, PassRow> rows) {
    this.rows = new HashMap<>(rows);
  }

  boolean hasLocked(BuyerKey buyer) {
    return rows.containsKey(buyer);
  }

  boolean isSpent(BuyerKey buyer, long number) {
    return row(buyer).spent() >= number;
  }

  /**
   * Notes a pass that seats are held with. One that is above all that the buyer was recorded to
   * have been given was given before the database was rewound, which has undone the record: it is
   * recorded now, or the booking of these seats would not spend it.
   */
  void use(BuyerKey buyer, long shown) {
    PassRow row = row(buyer);
    if (shown > row.given()) {
      rows.put(buyer, new PassRow(row.spent(), shown));
      unrecorded.put(buyer, shown);
    }
  }

  /**
   * Spends all passes that the buyer has been given by now. Not only the one that was shown: none
   * is shown to pay a hold, and a pass is for one visit, however many its buyer has collected.
   */
  void spend(BuyerKey buyer, long shown, int seats) {
    PassRow row = row(buyer);
    long number = Math.max(row.spent(), Math.max(row.given(), shown));
    if (number > 0) {
      rows.put(buyer, new PassRow(number, row.given()));
      booked.merge(
          buyer, new BookedPass(buyer.show(), buyer.buyer(), number, seats), BookedPass::and);
    }
  }

  List<BookedPass> booked() {
    return List.copyOf(booked.values());
  }

  List<GroupResult.PassWrite> unrecorded() {
    return unrecorded.entrySet().stream()
        .map(each -> new GroupResult.PassWrite(each.getKey(), each.getValue()))
        .toList();
  }

  private PassRow row(BuyerKey buyer) {
    PassRow row = rows.get(buyer);
    if (row == null) {
      throw new IllegalStateException("passes of " + buyer + " are asked for without a lock");
    }
    return row;
  }
}
