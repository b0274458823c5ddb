package dev.stampede.bench.waitingroom;

import dev.stampede.bench.sale.SaleShow;
import dev.stampede.crowd.Request;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What buyers in line ask again and again: where am I? */
record Polls(RoomShows shows, TokenHolders holders) {

  /** So many of those in line, each of whom shows the place token they were given. */
  List<Request> withPlaces(SaleShow show, int pollers) throws InterruptedException {
    int apart = holders.count() / pollers;
    List<Request> polls = new ArrayList<>(pollers);
    for (int i = 0; i < pollers; i++) {
      polls.add(withPlace(holders.from(i * apart, shows.poll(show))));
    }
    return polls;
  }

  private Request withPlace(Request poll) throws InterruptedException {
    JsonNode place = shows.server().json(poll, 200);
    if (!place.path("state").asString("").equals("waiting")) {
      throw new IllegalStateException("%s: not in line but %s".formatted(poll, place));
    }
    return poll.with("Stampede-Place", place.required("placeToken").asString());
  }

  /** All who have a token: too many for the server to remember. */
  List<Request> ofEverybody(SaleShow show) {
    return holders.each(shows.poll(show));
  }
}
