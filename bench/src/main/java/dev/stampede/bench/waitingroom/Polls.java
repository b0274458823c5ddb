package dev.stampede.bench.waitingroom;

import dev.stampede.bench.sale.SaleShow;
import dev.stampede.crowd.RenderedRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The question that buyers in line ask again and again: where am I? */
record Polls(RoomShows shows, TokenHolders holders) {

  private static final int UNAVAILABLE = 503;
  private static final Duration SEEN_WITHIN = Duration.ofSeconds(30);
  private static final Duration LOOK_EVERY = Duration.ofMillis(100);

  /** So many of those in line, each of whom shows the place token they were given. */
  List<RenderedRequest> withPlaces(SaleShow show, int pollers) throws InterruptedException {
    int apart = holders.count() / pollers;
    awaitSeen(holders.from(0, shows.poll(show)));
    List<RenderedRequest> polls = new ArrayList<>(pollers);
    for (int i = 0; i < pollers; i++) {
      polls.add(withPlace(holders.from(i * apart, shows.poll(show))));
    }
    return polls;
  }

  /** A server that has moved a million reads all of them again, and says 503 until it has. */
  private void awaitSeen(RenderedRequest poll) throws InterruptedException {
    long deadline = System.nanoTime() + SEEN_WITHIN.toNanos();
    while (shows.server().answer(poll).status() == UNAVAILABLE) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException(
            "the server has not seen the line within %d s".formatted(SEEN_WITHIN.toSeconds()));
      }
      Thread.sleep(LOOK_EVERY);
    }
  }

  private RenderedRequest withPlace(RenderedRequest poll) throws InterruptedException {
    JsonNode place = shows.server().json(poll, 200);
    if (!place.path("state").asString("").equals("waiting")) {
      throw new IllegalStateException("%s: not in line but %s".formatted(poll, place));
    }
    return poll.with("Stampede-Place", place.required("placeToken").asString());
  }

  /** All who have a token: too many for the server to remember. */
  List<RenderedRequest> ofEverybody(SaleShow show) {
    return holders.each(shows.poll(show));
  }
}
