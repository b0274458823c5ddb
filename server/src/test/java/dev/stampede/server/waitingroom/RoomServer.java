package dev.stampede.server.waitingroom;

import dev.stampede.engine.waitingroom.LineLimits;
import dev.stampede.server.EventStreamClient;
import dev.stampede.server.ManualTicker;
import dev.stampede.server.SaleClient.Answer;
import dev.stampede.server.SaleServer;
import dev.stampede.server.auth.Role;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;

/**
 * A real server with lines on the shared Redis, whose rates and quiet streams go by a clock that
 * tests move.
 */
final class RoomServer implements AutoCloseable {

  /** Nobody is refused for asking too often. */
  static final QueueRates AT_WILL = new QueueRates(0, 0);

  /** Quick polls; a silent buyer keeps their place for longer than any of these tests takes. */
  static final LineLimits QUICK =
      new LineLimits(
          Duration.ofMinutes(2), Duration.ofSeconds(2), Duration.ofMillis(500), 1_000, 10_000);

  private final ManualTicker ticker = new ManualTicker();
  private final SaleServer sale;

  RoomServer(QueueRates rates, int maxWatchers, LineLimits limits, int redisPort) {
    this.sale =
        SaleServer.with(new SaleServer.Lines(redisPort, limits, rates, maxWatchers, ticker));
  }

  static RoomServer start() {
    return with(QUICK);
  }

  static RoomServer with(LineLimits limits) {
    return new RoomServer(AT_WILL, 10, limits, SaleServer.Lines.sharedRedis());
  }

  SaleServer sale() {
    return sale;
  }

  PlaceStreams streams() {
    return sale.placeStreams();
  }

  ManualTicker ticker() {
    return ticker;
  }

  /** A show on sale whose waiting room is as said. */
  String show(String room) throws IOException, InterruptedException {
    return sale.show("\"waitingRoom\":{%s}".formatted(room));
  }

  /** A show whose waiting room lets nobody in. */
  String waitingShow() throws IOException, InterruptedException {
    return show("\"enabled\":true,\"admitPerSecond\":0");
  }

  /** Lets people in, so many a second. */
  void admit(String show, int perSecond) throws IOException, InterruptedException {
    Answer patched =
        sale.patch(show, "{\"waitingRoom\":{\"admitPerSecond\":%d}}".formatted(perSecond));
    if (patched.status() != 200) {
      throw new AssertionError("not patched: " + patched);
    }
  }

  static String path(String show) {
    return "/api/v1/shows/" + show + "/queue";
  }

  HttpRequest.Builder as(String buyer, String show) {
    return sale.as(buyer, Role.BUYER, path(show));
  }

  Answer join(String buyer, String show) throws IOException, InterruptedException {
    return sale.send(as(buyer, show).POST(BodyPublishers.noBody()));
  }

  Answer join(String buyer, String show, String place) throws IOException, InterruptedException {
    return sale.send(as(buyer, show).header("Stampede-Place", place).POST(BodyPublishers.noBody()));
  }

  Answer look(String buyer, String show) throws IOException, InterruptedException {
    return sale.send(as(buyer, show));
  }

  Answer look(String buyer, String show, String place) throws IOException, InterruptedException {
    return sale.send(as(buyer, show).header("Stampede-Place", place));
  }

  Answer leave(String buyer, String show) throws IOException, InterruptedException {
    return sale.send(as(buyer, show).DELETE());
  }

  EventStreamClient watch(String buyer, String show) throws IOException {
    return EventStreamClient.open(
        sale.http(),
        path(show) + "/stream",
        "Authorization: Bearer " + sale.http().token(buyer, Role.BUYER));
  }

  static long position(Answer answer) {
    return answer.json().path("position").asLong(0);
  }

  @Override
  public void close() {
    sale.close();
  }
}
