package dev.stampede.bench.pages;

import dev.stampede.bench.sale.BenchSaleServer;
import dev.stampede.bench.sale.SaleShow;
import dev.stampede.crowd.CrowdClient;
import dev.stampede.crowd.RenderedRequest;
import dev.stampede.crowd.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A line that moves: those in front are let in one after the other, those behind them watch. */
final class LineOfPeople implements AutoCloseable {

  static final int WATCHERS = 2_000;

  /** More than are let in during a run, so that nobody who watches is. */
  private static final int IN_FRONT = 1_500;

  private static final int ADMIT_PER_SECOND = 5;
  private static final int CONNECTIONS = 64;
  private static final JsonMapper MAPPER = JsonMapper.shared();

  private final BenchSaleServer server;
  private final SaleShow show;
  private final CrowdClient caller;
  private final List<String> tokens = new ArrayList<>();

  private LineOfPeople(BenchSaleServer server, SaleShow show) {
    this.server = server;
    this.show = show;
    this.caller = CrowdClient.to(server.target(), CONNECTIONS);
  }

  static LineOfPeople form(BenchSaleServer server) throws InterruptedException {
    SaleShow show = server.newShow(100, 100, LineOfPeople::withLine);
    LineOfPeople line = new LineOfPeople(server, show);
    line.join("front", IN_FRONT);
    line.tokens.addAll(line.join("watcher", WATCHERS));
    server.change(show, "{\"waitingRoom\":{\"admitPerSecond\":%d}}".formatted(ADMIT_PER_SECOND));
    return line;
  }

  private static void withLine(ObjectNode show) {
    ObjectNode room = show.putObject("waitingRoom");
    room.put("enabled", true);
    room.put("admitPerSecond", 0);
    room.put("maxActive", 1_000_000);
    room.put("passSeconds", 86_400);
  }

  /** Puts so many into the line, and answers their tokens. */
  private List<String> join(String name, int people) throws InterruptedException {
    try (ExecutorService all = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<String>> joined =
          IntStream.range(0, people).mapToObj(i -> all.submit(() -> join(name + "-" + i))).toList();
      List<String> found = new ArrayList<>();
      for (Future<String> one : joined) {
        found.add(one.get());
      }
      return found;
    } catch (ExecutionException e) {
      throw new IllegalStateException("not all could join the line", e.getCause());
    }
  }

  private String join(String who) throws InterruptedException {
    String wish = "{\"sub\":\"%s\",\"roles\":[\"buyer\"]}".formatted(who);
    Response issued = caller.send(server.target().post("/api/v1/dev/tokens", wish));
    String token = MAPPER.readTree(issued.body()).path("token").asString();
    Response joined = caller.send(as(token, server.target().post(show.path() + "/queue", "{}")));
    if (joined.status() != 201) {
      throw new IllegalStateException("%s could not join: %s".formatted(who, joined.text()));
    }
    return token;
  }

  /** Returns the stream of each watcher. */
  List<RenderedRequest> streams() {
    return tokens.stream()
        .map(token -> as(token, server.target().get(show.path() + "/queue/stream")))
        .toList();
  }

  /** Returns the requests of those who poll instead of watching. */
  List<RenderedRequest> polls() {
    return tokens.stream()
        .map(token -> as(token, server.target().get(show.path() + "/queue")))
        .toList();
  }

  private static RenderedRequest as(String token, RenderedRequest request) {
    return request.with("Authorization", "Bearer " + token);
  }

  @Override
  public void close() {
    caller.close();
  }
}
