package dev.stampede.prove.fault;

import dev.stampede.crowd.CallFailedException;
import dev.stampede.crowd.CrowdClient;
import dev.stampede.crowd.RenderedRequest;
import dev.stampede.crowd.Response;
import dev.stampede.crowd.Target;
import dev.stampede.prove.load.SaleSite;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.json.JsonMapper;

/** Buyers who hold a seat and give it back, again and again, at any server. */
final class SeatGrabbers implements AutoCloseable {

  private static final int BUYERS = 4;
  private static final int SEATS = 20;
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(20);

  private final SaleSite site;
  private final String show;
  private final AtomicInteger held = new AtomicInteger();
  private final List<Thread> buyers = new ArrayList<>();
  private volatile boolean over;

  private SeatGrabbers(SaleSite site, String show) {
    this.site = site;
    this.show = show;
  }

  static SeatGrabbers start(SaleSite site) throws InterruptedException {
    String body =
        """
        {"name": "Grabbed", "startsAt": "2099-01-01T20:00:00Z", "holdSeconds": 5,
         "sections": [{"name": "A", "price": 10, "rows": 1, "seatsPerRow": %d}]}"""
            .formatted(SEATS);
    Target target = site.targets().getFirst();
    try (CrowdClient caller = CrowdClient.to(target, 1)) {
      RenderedRequest create = target.post("/api/v1/shows", body);
      Response created = caller.send(as(SaleSite.OPERATOR, site, create));
      SeatGrabbers all =
          new SeatGrabbers(
              site, JsonMapper.shared().readTree(created.body()).path("id").asString());
      for (int i = 0; i < BUYERS; i++) {
        String buyer = "buyer-" + i;
        all.buyers.add(Thread.startVirtualThread(() -> all.grab(buyer)));
      }
      return all;
    }
  }

  private void grab(String buyer) {
    while (!over) {
      List<Target> targets = site.targets();
      Target target = targets.get(ThreadLocalRandom.current().nextInt(targets.size()));
      String seat = "A-1-" + (1 + ThreadLocalRandom.current().nextInt(SEATS));
      try (CrowdClient caller = CrowdClient.to(target, 1)) {
        String path = "/api/v1/shows/" + show + "/holds";
        String body = "{\"seats\": [\"%s\"]}".formatted(seat);
        Response hold = caller.send(as(buyer, site, target.post(path, body)), PATIENCE);
        if (hold.status() == 201) {
          held.incrementAndGet();
          String id = JsonMapper.shared().readTree(hold.body()).path("id").asString();
          var _ =
              caller.send(as(buyer, site, target.delete("/api/v1/holds/" + id)), PATIENCE).status();
        }
      } catch (CallFailedException faultAtWork) {
        // The next one may come through.
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private static RenderedRequest as(String sub, SaleSite site, RenderedRequest request) {
    return request.with("Authorization", "Bearer " + site.token(sub));
  }

  /** The number of holds that were acknowledged. */
  int held() {
    return held.get();
  }

  @Override
  public void close() {
    over = true;
    for (Thread buyer : buyers) {
      try {
        boolean _ = buyer.join(ENDS_WITHIN);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
