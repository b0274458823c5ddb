package dev.stampede.lab.strategy;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.postgres.claim.UnderLocks;
import java.util.List;
import java.util.Optional;

/**
 * The steps that all ways share once they have read: tell the witness, think, find the seats that
 * are gone.
 */
record WaySteps(Witness witness, UnderLocks thinking) {

  /**
   * Returns the wanted seats that are gone, if there are any; else it is time to think and write.
   */
  Optional<Try> refusal(Claim.Hold claim, List<LabSeatRow> read) {
    witness.read(claim, read);
    return switch (claim.wanted()) {
      case Wanted.Best(int quantity, _, _) ->
          read.size() < quantity ? Optional.of(new Try.Gone(List.of())) : Optional.empty();
      case Wanted.Seats _ -> {
        List<Integer> sold =
            read.stream().filter(LabSeatRow::isSold).map(LabSeatRow::seat).toList();
        yield sold.isEmpty() ? Optional.empty() : Optional.of(new Try.Gone(sold));
      }
    };
  }

  void think() {
    thinking.run();
  }

  static Try sold(List<LabSeatRow> tickets) {
    return new Try.Sold(tickets.stream().map(LabSeatRow::seat).toList());
  }
}
