package dev.stampede.lab.strategy;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.show.ShowId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import tools.jackson.databind.json.JsonMapper;

/**
 * A claim as it travels through a topic.
 *
 * @param seats empty for any so many tickets
 */
record ClaimMessage(long show, String buyer, String hold, int quantity, List<Integer> seats) {

  private static final JsonMapper JSON = JsonMapper.shared();

  ClaimMessage {
    seats = List.copyOf(seats);
  }

  static ClaimMessage of(Claim.Hold claim) {
    List<Integer> seats =
        switch (claim.wanted()) {
          case Wanted.Best _ -> List.of();
          case Wanted.Seats(List<Integer> numbers) -> numbers;
        };
    return new ClaimMessage(
        claim.show().value(),
        claim.buyer().sub(),
        claim.id().toString(),
        claim.wanted().quantity(),
        seats);
  }

  static ClaimMessage parse(byte[] json) {
    return JSON.readValue(json, ClaimMessage.class);
  }

  byte[] json() {
    return JSON.writeValueAsBytes(this);
  }

  Claim.Hold claim() {
    return new Claim.Hold(
        new ShowId(show),
        new Buyer(buyer),
        Optional.empty(),
        new HoldId(UUID.fromString(hold)),
        seats.isEmpty()
            ? new Wanted.Best(quantity, OptionalInt.empty(), OptionalLong.empty())
            : new Wanted.Seats(seats));
  }
}
