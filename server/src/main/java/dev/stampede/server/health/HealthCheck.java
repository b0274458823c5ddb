package dev.stampede.server.health;

/** Asks a part for a sign of life. */
@FunctionalInterface
public interface HealthCheck {

  /**
   * Returns if the part is well.
   *
   * @throws Exception if the part gives none
   */
  void run() throws Exception;
}
