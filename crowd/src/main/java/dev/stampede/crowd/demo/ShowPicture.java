package dev.stampede.crowd.demo;

/** The parts of a show's page that matter to a crowd. */
record ShowPicture(boolean hasLine, boolean closed, int seatsPerHold, long left) {

  static ShowPicture of(JsonBody answer) {
    return new ShowPicture(
        answer.at("waitingRoom").flag("enabled"),
        answer.flag("closed"),
        (int) answer.whole("maxSeatsPerHold", 1),
        answer.whole("free", 1) + answer.whole("held", 0));
  }

  /** Nobody who comes now will get a seat: nothing is free, and nothing may become free. */
  boolean isOver() {
    return closed || left == 0;
  }
}
