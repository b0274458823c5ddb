package dev.stampede.bench.idle;

import dev.stampede.bench.sale.BenchSaleServer;
import dev.stampede.crowd.CrowdClient;
import dev.stampede.crowd.RenderedRequest;
import dev.stampede.crowd.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import tools.jackson.databind.node.ObjectNode;

/** Shows with a waiting room each that nobody enters, made over HTTP as an operator would. */
final class ManyRooms {

  private static final int CONNECTIONS = 16;
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int ROWS = 1;
  private static final int SEATS_PER_ROW = 10;

  private ManyRooms() {}

  static void create(BenchSaleServer server, int count) throws Exception {
    RenderedRequest creation = server.creation(ROWS, SEATS_PER_ROW, ManyRooms::room);
    try (CrowdClient caller = CrowdClient.to(server.target(), CONNECTIONS);
        ExecutorService operators = Executors.newFixedThreadPool(CONNECTIONS)) {
      List<Callable<Response>> calls = new ArrayList<>();
      for (int show = 0; show < count; show++) {
        calls.add(() -> caller.send(creation, PATIENCE));
      }
      for (Future<Response> answer : operators.invokeAll(calls)) {
        if (answer.get().status() != 201) {
          throw new IllegalStateException("a show was not made: " + answer.get().text());
        }
      }
    }
  }

  private static void room(ObjectNode show) {
    ObjectNode room = show.putObject("waitingRoom");
    room.put("enabled", true);
    room.put("admitPerSecond", 10);
    room.put("maxActive", 10);
    room.put("passSeconds", 300);
  }
}
