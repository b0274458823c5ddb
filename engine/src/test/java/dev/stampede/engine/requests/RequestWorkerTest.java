package dev.stampede.engine.requests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.BookingRequest;
import dev.stampede.engine.claim.BookingRequestId;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.claim.layer.ClaimsInOrder.Obstacle;
import dev.stampede.engine.claim.layer.ClaimsInOrder.Progress;
import dev.stampede.engine.show.ShowId;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Requests reach a decision whatever the claims answer. */
final class RequestWorkerTest {

  private static final ClaimOutcome DECIDED = new ClaimOutcome.SalePaused();

  private final List<BookingRequest> requests =
      IntStream.range(0, 4).mapToObj(RequestWorkerTest::request).toList();

  /** The obstacles to the next request, one for each try; after them all requests are decided. */
  private final Deque<Obstacle> obstacles = new ArrayDeque<>();

  private final Map<BookingRequestId, ClaimOutcome> ended = new HashMap<>();
  private final List<Integer> asked = new ArrayList<>();

  private final RequestOutcomes outcomes =
      new RequestOutcomes() {
        @Override
        public Map<BookingRequestId, Settled> find(Collection<BookingRequestId> ids) {
          return Map.of();
        }

        @Override
        public boolean end(BookingRequestId id, ShowId show, ClaimOutcome outcome) {
          return ended.putIfAbsent(id, outcome) == null;
        }
      };

  private final RequestWorker work =
      new RequestWorker(
          (partition, batch) -> {
            asked.add(batch.size());
            return obstacles.isEmpty()
                ? new Progress(batch.stream().map(_ -> DECIDED).toList(), Optional.empty())
                : new Progress(List.of(DECIDED), Optional.of(obstacles.poll()));
          },
          outcomes,
          BookingRequestListener.NONE);

  private static BookingRequest request(int seat) {
    return new BookingRequest(
        BookingRequestId.fresh(seat),
        Instant.EPOCH,
        new Claim.Buy(
            new ShowId(1),
            new Buyer("ann"),
            Optional.empty(),
            BookingId.fresh(0),
            HoldId.fresh(0),
            new Wanted.Seats(List.of(seat))));
  }

  @Test
  void undecidedRequestsAreRetriedFromTheFirstOneLeft() {
    obstacles.add(new Obstacle.NotNow("the database is away"));
    obstacles.add(new Obstacle.Busy());

    assertThat(work.decide(0, requests, () -> true)).isEqualTo(4);
    assertThat(asked).containsExactly(4, 3, 2);
    assertThat(ended).isEmpty();
  }

  @Test
  void oneThatBreaksEveryTimeEndsSoThatTheOthersGoOn() {
    RequestWorker breaking =
        new RequestWorker(
            (partition, batch) -> {
              asked.add(batch.size());
              return batch.getFirst().equals(requests.getFirst())
                  ? new Progress(List.of(), Optional.of(new Obstacle.Broke(new RuntimeException())))
                  : new Progress(batch.stream().map(_ -> DECIDED).toList(), Optional.empty());
            },
            outcomes,
            BookingRequestListener.NONE);

    assertThat(breaking.decide(0, requests, () -> true)).isEqualTo(4);
    assertThat(asked).hasSize(RequestWorker.TRIES_TO_BREAK + 1);
    assertThat(ended).isEqualTo(Map.of(requests.getFirst().id(), new ClaimOutcome.Broken()));
  }

  @Test
  void itStopsWhenItIsToldToAndSaysHowFarItCame() {
    obstacles.add(new Obstacle.NotNow("the lane is full"));

    assertThat(work.decide(0, requests, () -> asked.isEmpty())).isEqualTo(1);
  }
}
