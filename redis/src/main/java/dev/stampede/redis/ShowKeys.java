package dev.stampede.redis;

import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.show.ShowId;
import java.util.List;

/**
 * The names of a show's keys. They share a hash tag, so that a cluster keeps them on one node.
 *
 * <p>Those that say what seats are carry the database's epoch, after the first: what was told of
 * seats before a rewind refuses nobody and outranks nothing, and ends by itself. The line is kept
 * across epochs, since Redis has not lost it.
 */
record ShowKeys(String prefix, long epoch, ShowId show) {

  private static final long FIRST_EPOCH = 1;

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

  ShowKeys(String prefix, ShowId show) {
    this(prefix, FIRST_EPOCH, show);
  }

  /** Where all processes of a deployment tell and hear news, of all shows. */
  static String channel(String prefix) {
    return prefix + "news";
  }

  /** Which lines are in use, of all shows. */
  static String linesInUse(String prefix) {
    return prefix + "lines-in-use";
  }

  /** Whose a seat is. */
  String seat(int number) {
    return ofSeats("seat:") + number;
  }

  /** That an operation was done. */
  String done(Operation operation) {
    return ofSeats("done:") + operation.id();
  }

  /** Where the log is: epoch and n. */
  String head() {
    return ofSeats("head");
  }

  /** What was told last of each seat. */
  String ranks() {
    return ofSeats("ranks");
  }

  /** The last pieces of news. */
  String log() {
    return ofSeats("log");
  }

  /** A board, packed. */
  String copy() {
    return ofSeats("copy");
  }

  /** The keys of the line, in the order in which its scripts know them. */
  List<String> line() {
    return LINE.stream().map(this::tagged).toList();
  }

  private String ofSeats(String name) {
    return tagged(epoch == FIRST_EPOCH ? name : "epoch:" + epoch + ":" + name);
  }

  private String tagged(String name) {
    return prefix + "{show:" + show + "}:" + name;
  }
}
