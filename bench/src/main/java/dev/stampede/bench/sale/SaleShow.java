package dev.stampede.bench.sale;

/** A show with one section of rows, as the server knows it. */
public record SaleShow(String id, int rows, int seatsPerRow) {

  public static final String SECTION = "A";

  public int seats() {
    return rows * seatsPerRow;
  }

  /** The label of a seat counted from 0, row by row. */
  public String label(int seat) {
    return SECTION + "-" + (seat / seatsPerRow + 1) + "-" + (seat % seatsPerRow + 1);
  }

  public String path() {
    return "/api/v1/shows/" + id;
  }
}
