package dev.stampede.redis;

import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.show.ShowId;
import java.util.List;

/** The names of a show's keys. They share a hash tag, so that a cluster keeps them on one node. */
record ShowKeys(String prefix, ShowId show) {

  private static final List<String> LINE =
      List.of(
          "line",
          "line:waiting",
          "line:alive",
          "line:active",
          "line:passes",
          "line:moving",
          "line:changes",
          "line:back");

  /** Where all processes of a deployment tell and hear news, of all shows. */
  static String channel(String prefix) {
    return prefix + "news";
  }

  /** Whose a seat is. */
  String seat(int number) {
    return tagged("seat:") + number;
  }

  /** That an operation was done. */
  String done(Operation operation) {
    return tagged("done:") + operation.id();
  }

  /** Where the log is: epoch and n. */
  String head() {
    return tagged("head");
  }

  /** What was told last of each seat. */
  String ranks() {
    return tagged("ranks");
  }

  /** The last pieces of news. */
  String log() {
    return tagged("log");
  }

  /** A board, packed. */
  String copy() {
    return tagged("copy");
  }

  /** The keys of the line, in the order in which its scripts know them. */
  List<String> line() {
    return LINE.stream().map(this::tagged).toList();
  }

  private String tagged(String name) {
    return prefix + "{show:" + show + "}:" + name;
  }
}
