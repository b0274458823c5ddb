package dev.stampede.redis;

import dev.stampede.engine.show.ShowId;
import java.util.List;

/**
 * The names of a show's keys. They share a hash tag, so that a cluster keeps them on one node.
 *
 * <p>Keys about seats carry the database's epoch, after the first: those from before a rewind
 * refuse nobody and outrank nothing, and they expire. The line is kept across epochs, since Redis
 * has not lost it.
 */
public record ShowKeys(String prefix, long epoch, ShowId show) {

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

  public ShowKeys(String prefix, ShowId show) {
    this(prefix, FIRST_EPOCH, show);
  }

  /** The channel on which all processes of a deployment tell and hear news, of all shows. */
  public static String channel(String prefix) {
    return prefix + "news";
  }

  /** The lines in use, of all shows. */
  public static String linesInUse(String prefix) {
    return prefix + "lines-in-use";
  }

  /** The lock of the claim that has entered a seat. */
  public String seat(int number) {
    return ofSeats("seat:") + number;
  }

  /** The position of the log: epoch and n. */
  public String head() {
    return ofSeats("head");
  }

  /** The rank of the last news of each seat. */
  public String ranks() {
    return ofSeats("ranks");
  }

  /** The last pieces of news. */
  public String log() {
    return ofSeats("log");
  }

  /** A board, packed. */
  public String copy() {
    return ofSeats("copy");
  }

  /** The keys of the line, in the order in which its scripts know them. */
  public List<String> line() {
    return LINE.stream().map(this::tagged).toList();
  }

  private String ofSeats(String name) {
    return tagged(epoch == FIRST_EPOCH ? name : "epoch:" + epoch + ":" + name);
  }

  private String tagged(String name) {
    return prefix + "{show:" + show + "}:" + name;
  }
}
