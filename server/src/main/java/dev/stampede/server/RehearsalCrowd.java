package dev.stampede.server;

import java.util.List;

/**
 * Buyers who claim seats in a show that does not exist for anybody else, so that the JVM has
 * compiled the way of a claim before the first real buyer takes it. The program that starts a real
 * server hands it in; tests start servers by the hundred and hand in none.
 */
@FunctionalInterface
public interface RehearsalCrowd {

  /**
   * The target of the claims: mapped seats, each to be claimed once, and without an {@code
   * Idempotency-Key}, because Redis would remember its use for a day.
   *
   * @param holds the path to post to
   * @param tokens one for each buyer
   */
  record Stage(
      int port, String holds, List<String> tokens, String section, int rows, int seatsPerRow) {}

  /**
   * Claims the seats of a stage, for as long as the server may be kept from being ready.
   *
   * @return true if the crowd wants to go on with another stage
   */
  boolean claim(Stage stage) throws InterruptedException;
}
