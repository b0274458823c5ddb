package dev.stampede.bench.claims;

/** A show with one section of rows, as the server knows it. */
record SaleShow(String id, int rows, int seatsPerRow) {

  static final String SECTION = "A";

  int seats() {
    return rows * seatsPerRow;
  }

  /** The label of a seat counted from 0, row by row. */
  String label(int seat) {
    return SECTION + "-" + (seat / seatsPerRow + 1) + "-" + (seat % seatsPerRow + 1);
  }

  String path() {
    return "/api/v1/shows/" + id;
  }
}
