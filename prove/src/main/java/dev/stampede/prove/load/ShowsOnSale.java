package dev.stampede.prove.load;

import dev.stampede.crowd.CrowdClient;
import dev.stampede.crowd.Response;
import dev.stampede.crowd.Target;
import dev.stampede.prove.load.LoadShow.ShowTraits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/** The shows of a run: small ones, so that buyers meet, and all with holds that soon expire. */
final class ShowsOnSale {

  private static final double SHOW_EXPONENT = 0.3;
  private static final int CREATED = 201;

  /** One show at a time; each is extended once in some holds' time. */
  private static final Duration EXTENDED_EVERY = Duration.ofSeconds(4);

  /** Few may be inside, for the shortest time that a pass may last. */
  private static final String ROOM =
      "{\"enabled\":true,\"admitPerSecond\":20,\"maxActive\":12,\"passSeconds\":10}";

  /** Most buyers cannot pay for a seat in the section B of the wide show. */
  private static final List<ShowTraits> TRAITS =
      List.of(
          new ShowTraits("Hot", 5, 0, "", List.of(SectionLayout.mapped("A", 10, 5, 8))),
          new ShowTraits(
              "Wide",
              8,
              0,
              "",
              List.of(
                  SectionLayout.mapped("A", 30, 10, 20), SectionLayout.mapped("B", 700, 10, 10))),
          new ShowTraits("Limited", 6, 4, "", List.of(SectionLayout.mapped("A", 15, 8, 10))),
          new ShowTraits(
              "Open",
              7,
              0,
              "",
              List.of(SectionLayout.mapped("A", 25, 4, 10), SectionLayout.open("Lawn", 5, 80))),
          new ShowTraits("Room", 5, 0, ROOM, List.of(SectionLayout.mapped("A", 20, 6, 10))));

  private final List<LoadShow> direct = new ArrayList<>();
  private final List<LoadShow> queued = new ArrayList<>();
  private final Map<Long, LoadShow> byId = new HashMap<>();
  private final ZipfDraw popular;
  private final AtomicLong nextExtension = new AtomicLong(System.nanoTime());

  ShowsOnSale(List<LoadShow> shows) {
    for (LoadShow show : shows) {
      (show.hasWaitingRoom() ? queued : direct).add(show);
      byId.put(show.id(), show);
    }
    popular = new ZipfDraw(direct.size(), SHOW_EXPONENT);
  }

  /** Creates all shows at the first server that does so. */
  static ShowsOnSale create(SaleSite site) throws InterruptedException {
    Target target = site.targets().getFirst();
    List<LoadShow> shows = new ArrayList<>();
    try (CrowdClient client = CrowdClient.to(target, 1)) {
      for (ShowTraits traits : TRAITS) {
        Response answer =
            client.send(
                target
                    .post("/api/v1/shows", json(traits))
                    .with("Authorization", "Bearer " + site.token(SaleSite.OPERATOR)));
        if (answer.status() != CREATED) {
          throw new IllegalStateException(
              "the show %s was not created: %s".formatted(traits.name(), answer.text()));
        }
        long id = Long.parseLong(JsonMapper.shared().readTree(answer.body()).path("id").asString());
        shows.add(new LoadShow(id, traits));
      }
    }
    return new ShowsOnSale(shows);
  }

  private static String json(ShowTraits traits) {
    return """
        {"name":"%s","startsAt":"2099-01-01T20:00:00Z","holdSeconds":%d,"sections":%s%s%s}"""
        .formatted(
            traits.name(),
            traits.holdSeconds(),
            traits.sections().stream()
                .map(SectionLayout::json)
                .collect(Collectors.joining(",", "[", "]")),
            traits.limit() == 0 ? "" : ",\"maxSeatsPerBuyer\":" + traits.limit(),
            traits.hasWaitingRoom() ? ",\"waitingRoom\":" + traits.waitingRoom() : "");
  }

  /** Draws a show that needs no pass. */
  LoadShow direct(Random random) {
    return direct.get(popular.draw(random));
  }

  /** Draws a show with a waiting room. */
  LoadShow queued(Random random) {
    return queued.get(random.nextInt(queued.size()));
  }

  /** True now and then: holds that were extended all the time would never expire. */
  boolean mayBeExtended() {
    long next = nextExtension.get();
    long now = System.nanoTime();
    return now - next >= 0 && nextExtension.compareAndSet(next, now + EXTENDED_EVERY.toNanos());
  }

  LoadShow of(long id) {
    LoadShow show = byId.get(id);
    if (show == null) {
      throw new IllegalStateException(
          "an answer names the show %d, which this load did not create".formatted(id));
    }
    return show;
  }
}
