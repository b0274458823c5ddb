package dev.stampede.engine.alert;

import java.time.Instant;
import java.util.Optional;

/**
 * A rule that fired, until it was over.
 *
 * @param server the server that sees it; {@link #OF_ALL} if all servers see it alike
 * @param resolvedAt empty while it is firing
 * @param seen what was seen last; of a resolved one, while it was still firing
 */
public record Alert(
    String name,
    String server,
    Severity severity,
    Instant since,
    Optional<Instant> resolvedAt,
    Seen seen) {

  public static final String OF_ALL = "";

  /**
   * The figure that a rule is about, and what it may be.
   *
   * @param detail what a person needs to know to do something about it
   */
  public record Seen(double value, double limit, String detail) {}

  public boolean isFiring() {
    return resolvedAt.isEmpty();
  }

  Alert seeing(Seen now) {
    return new Alert(name, server, severity, since, resolvedAt, now);
  }

  Alert resolved(Instant at) {
    return new Alert(name, server, severity, since, Optional.of(at), seen);
  }
}
