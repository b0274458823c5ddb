package dev.stampede.lab.way;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.postgres.UnderLocks;
import java.util.List;
import java.util.Optional;

/** What all ways do alike once they have looked: tell the witness, think, see what is gone. */
record Desk(Witness witness, UnderLocks thinking) {

  /** What is gone of what the claim wants, if anything is; else it is time to think and write. */
  Optional<Try> refusal(Claim.Hold claim, List<Ticket> read) {
    witness.read(claim, read);
    return switch (claim.wanted()) {
      case Wanted.Best(int quantity, _, _) ->
          read.size() < quantity ? Optional.of(new Try.Gone(List.of())) : Optional.empty();
      case Wanted.Seats _ -> {
        List<Integer> sold = read.stream().filter(Ticket::isSold).map(Ticket::seat).toList();
        yield sold.isEmpty() ? Optional.empty() : Optional.of(new Try.Gone(sold));
      }
    };
  }

  void think() {
    thinking.run();
  }

  static Try sold(List<Ticket> tickets) {
    return new Try.Sold(tickets.stream().map(Ticket::seat).toList());
  }
}
