package dev.stampede.bench.waitingroom;

import dev.stampede.bench.sale.BenchSaleServer;
import dev.stampede.bench.sale.SaleShow;
import dev.stampede.crowd.RenderedRequest;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import tools.jackson.databind.node.ObjectNode;

/** Shows whose waiting rooms let nobody in until they are told to. */
record RoomShows(BenchSaleServer server) {

  static final int MOST_PER_SECOND = 10_000;

  /** More seats than are let in, so that it is not for want of seats that somebody waits. */
  private static final int ROWS = 400;

  private static final int SEATS_PER_ROW = 500;
  private static final int MOST_INSIDE = 1_000_000;
  private static final int PASS_SECONDS = 3_600;

  /** A show that is on sale. */
  SaleShow onSale() throws InterruptedException {
    return begun(server.newShow(ROWS, SEATS_PER_ROW, show -> room(show, false)));
  }

  /** A show that is not yet on sale; buyers who are there when it opens draw a place. */
  SaleShow beforeTheDraw() throws InterruptedException {
    String tomorrow = Instant.now().plus(1, ChronoUnit.DAYS).toString();
    return begun(
        server.newShow(
            ROWS,
            SEATS_PER_ROW,
            show -> {
              show.put("saleOpensAt", tomorrow);
              room(show, true);
            }));
  }

  private static void room(ObjectNode show, boolean shuffleEarly) {
    ObjectNode room = show.putObject("waitingRoom");
    room.put("enabled", true);
    room.put("admitPerSecond", 0);
    room.put("maxActive", MOST_INSIDE);
    room.put("passSeconds", PASS_SECONDS);
    room.put("shuffleEarly", shuffleEarly);
  }

  /** The first who joins begins the line; that is not for one who is measured to wait for. */
  private SaleShow begun(SaleShow show) throws InterruptedException {
    server.answer(server.from(0, join(show)), 201);
    return show;
  }

  void open(SaleShow show) throws InterruptedException {
    server.change(show, "{\"saleOpensAt\":\"" + Instant.now() + "\"}");
  }

  void letIn(SaleShow show, int perSecond) throws InterruptedException {
    server.change(show, "{\"waitingRoom\":{\"admitPerSecond\":" + perSecond + "}}");
  }

  /** Nobody looks after its line any more. */
  void endRoom(SaleShow show) throws InterruptedException {
    server.change(show, "{\"waitingRoom\":{\"enabled\":false}}");
  }

  RenderedRequest join(SaleShow show) {
    return server.target().request("POST", show.path() + "/queue", new byte[0]);
  }

  RenderedRequest poll(SaleShow show) {
    return server.target().get(show.path() + "/queue");
  }
}
