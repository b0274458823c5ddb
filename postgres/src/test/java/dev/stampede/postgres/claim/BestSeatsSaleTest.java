package dev.stampede.postgres.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.Held;
import dev.stampede.engine.claim.ClaimOutcome.NotAvailable;
import dev.stampede.engine.claim.ClaimOutcome.Overloaded;
import dev.stampede.engine.claim.layer.LaneClaims;
import dev.stampede.engine.show.ShowId;
import dev.stampede.lane.LaneListener;
import dev.stampede.lane.LaneSettings;
import dev.stampede.postgres.ClaimsFixture;
import dev.stampede.testkit.SeatLedger;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class BestSeatsSaleTest {

  private static final int SERVERS = 4;
  private static final int BUYERS_PER_SERVER = 16;

  /** Four servers that know nothing of each other sell the same seats. */
  @Test
  void theBestSeatsAreSoldToTheLastOneAndNobodyIsRefusedBefore() {
    try (ClaimsFixture fixture = new ClaimsFixture()) {
      ShowId show = fixture.show(40, 20);
      List<GroupCommitter> committers = Stream.generate(fixture::committer).limit(SERVERS).toList();
      AtomicInteger sold = new AtomicInteger();
      AtomicInteger soldWhenRefused = new AtomicInteger(Integer.MAX_VALUE);
      AtomicInteger overloaded = new AtomicInteger();
      try (ExecutorService buyers = Executors.newVirtualThreadPerTaskExecutor()) {
        for (GroupCommitter committer : committers) {
          LaneClaims server =
              new LaneClaims(
                  List.of(committer),
                  LaneSettings.DEFAULT,
                  lane -> LaneListener.NONE,
                  Duration.ofSeconds(10));
          for (int i = 0; i < BUYERS_PER_SERVER; i++) {
            String buyer = "buyer-" + i;
            buyers.execute(
                () -> {
                  boolean more = true;
                  while (more) {
                    ClaimOutcome outcome = server.claim(ClaimsFixture.best(show, buyer, 2));
                    switch (outcome) {
                      case Held held -> sold.addAndGet(held.hold().seats().size());
                      case NotAvailable _ -> {
                        soldWhenRefused.accumulateAndGet(heldSeats(fixture, show), Math::min);
                        more = false;
                      }
                      case Overloaded _ -> overloaded.incrementAndGet();
                      default -> throw new AssertionError("unexpected " + outcome);
                    }
                  }
                });
          }
        }
      }
      committers.forEach(GroupCommitter::close);

      assertThat(sold).hasValue(800);
      assertThat(soldWhenRefused).as("seats sold when the first was refused").hasValue(800);
      new SeatLedger(fixture.data.url()).mustBalance(show);
    }
  }

  private static int heldSeats(ClaimsFixture fixture, ShowId show) {
    return fixture.shows.counts(show).held();
  }
}
