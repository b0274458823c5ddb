package dev.stampede.prove.simulation.scenario;

/** A request to write a row; those of one show take turns with those of others. */
record LaneRequest(int id, int show, int row, boolean breaks) {

  @Override
  public String toString() {
    return "r%d(show %d, row %d%s)".formatted(id, show, row, breaks ? ", breaks" : "");
  }
}
