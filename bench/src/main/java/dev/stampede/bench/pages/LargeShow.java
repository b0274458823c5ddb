package dev.stampede.bench.pages;

import dev.stampede.bench.sale.BenchSaleServer;
import dev.stampede.bench.sale.SaleShow;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A show with 50,000 seats in ten sections. */
record LargeShow(String id) {

  static final int SECTIONS = 10;
  static final int ROWS = 50;
  static final int SEATS_PER_ROW = 100;
  static final int SEATS = SECTIONS * ROWS * SEATS_PER_ROW;

  private static final int ROWS_TO_BE_REPLACED = 1;

  static LargeShow open(BenchSaleServer server) throws InterruptedException {
    SaleShow show = server.newShow(ROWS_TO_BE_REPLACED, 1, LargeShow::describe);
    return new LargeShow(show.id());
  }

  private static void describe(ObjectNode show) {
    show.put("name", "A large venue");
    ArrayNode sections = show.putArray("sections");
    for (int i = 0; i < SECTIONS; i++) {
      ObjectNode section = sections.addObject();
      section.put("name", name(i));
      section.put("price", 100 - 10L * (i / 2));
      section.put("rows", ROWS);
      section.put("seatsPerRow", SEATS_PER_ROW);
    }
  }

  private static String name(int section) {
    return "S" + (section + 1);
  }

  /** The label of a seat counted from 0; neighbours are far apart, so that all sections change. */
  String scattered(int number) {
    int section = number % SECTIONS;
    int within = number / SECTIONS * 37 % (ROWS * SEATS_PER_ROW);
    return "%s-%d-%d"
        .formatted(name(section), within / SEATS_PER_ROW + 1, within % SEATS_PER_ROW + 1);
  }

  String seats() {
    return "/api/v1/shows/" + id + "/seats";
  }

  String page() {
    return "/shows/" + id + "/seats";
  }
}
