package dev.stampede.lab.contest;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.lab.plan.Crowd;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A buyer who will come, and the seats that they want: a pure function of the crowd and its seed.
 */
public record Intention(Buyer buyer, Wanted wanted) {

  /** In the order in which they will set out. */
  public static List<Intention> of(Crowd crowd) {
    Random random = new Random(crowd.seed());
    List<Intention> intentions = new ArrayList<>(crowd.buyers());
    for (int number = 1; number <= crowd.buyers(); number++) {
      intentions.add(new Intention(new Buyer("Transaction " + number), wanted(crowd, random)));
    }
    Collections.shuffle(intentions, random);
    return List.copyOf(intentions);
  }

  private static Wanted wanted(Crowd crowd, Random random) {
    return switch (crowd.want()) {
      case FIRST_FREE ->
          new Wanted.Best(crowd.perBuyer(), OptionalInt.empty(), OptionalLong.empty());
      case SAME -> new Wanted.Seats(IntStream.range(0, crowd.perBuyer()).boxed().toList());
      case RANDOM ->
          new Wanted.Seats(
              random
                  .ints(0, crowd.seats())
                  .distinct()
                  .limit(crowd.perBuyer())
                  .sorted()
                  .boxed()
                  .toList());
    };
  }
}
