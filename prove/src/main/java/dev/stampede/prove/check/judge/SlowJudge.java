package dev.stampede.prove.check.judge;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/**
 * Judges small histories of a sale by the definitions of its promises, with loops over everything.
 * The checker's verdicts are compared with this one's.
 */
public final class SlowJudge {

  private final Map<String, BooleanSupplier> rules = new LinkedHashMap<>();

  /** A judge of one history. */
  public SlowJudge(SmallHistory history) {
    SeatRules seats = new SeatRules(history);
    MoneyRules money = new MoneyRules(history);
    AnswerRules answers = new AnswerRules(history);
    TimeRules time = new TimeRules(history);
    rules.put("one-owner", seats::isOneSaleLive);
    rules.put("one-owner-in-real-time", new OwnerRules(history)::isOneOwnerAtATime);
    rules.put("all-or-none", seats::isAllOrNone);
    rules.put("nothing-lost", answers::isNothingLost);
    rules.put("nothing-unasked", answers::isAllAskedFor);
    rules.put("no-confirmation-after-later-owner", seats::isNothingConfirmedLate);
    rules.put("seat-history", seats::isHistoryWhole);
    rules.put("ledger", money::isLedgerRight);
    rules.put("one-answer", answers::hasOneEffectForEachKey);
    rules.put("answers-match-tables", answers::areBalancesRight);
    rules.put("seat-map-reads", time::areSeatMapsRight);
    rules.put("booking-reads", time::areBookingsReadRight);
    rules.put("wallet-reads", time::areWalletsReadRight);
    rules.put("no-cycles", time::isThereAnOrder);
  }

  /** Returns the names of the invariants that it judges. */
  public Set<String> invariants() {
    return rules.keySet();
  }

  /** Returns the names of those that are broken. */
  public Set<String> broken() {
    Set<String> broken = new TreeSet<>();
    rules.forEach(
        (name, holds) -> {
          if (!holds.getAsBoolean()) {
            broken.add(name);
          }
        });
    return broken;
  }
}
