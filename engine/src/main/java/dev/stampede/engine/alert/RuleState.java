package dev.stampede.engine.alert;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One rule over time.
 *
 * <pre>
 *   quiet ──bad for fireAfter──▶ firing ──fine for resolveAfter──▶ quiet
 * </pre>
 *
 * <p>One thread looks.
 */
final class RuleState {

  private final Rule rule;
  private final String server;
  private @Nullable Instant badSince;
  private @Nullable Instant fineSince;
  private volatile @Nullable Alert firing;

  RuleState(Rule rule, String server) {
    this.rule = rule;
    this.server = rule.ofAll() ? Alert.OF_ALL : server;
  }

  /** Looks, and answers the alert if it has just fired or resolved. */
  Optional<Alert> look(Instant now) {
    Alert current = firing;
    return switch (rule.look().get()) {
      case Reading.Unknown _ -> Optional.empty();
      case Reading.Bad(Alert.Seen seen) -> {
        fineSince = null;
        if (current != null) {
          firing = current.seeing(seen);
          yield Optional.empty();
        }
        yield bad(seen, now);
      }
      case Reading.Fine _ -> {
        badSince = null;
        yield current == null ? Optional.empty() : fine(current, now);
      }
    };
  }

  private Optional<Alert> bad(Alert.Seen seen, Instant now) {
    Instant since = badSince == null ? now : badSince;
    badSince = since;
    if (now.isBefore(since.plus(rule.hysteresis().fireAfter()))) {
      return Optional.empty();
    }
    Alert fired = new Alert(rule.name(), server, rule.severity(), since, Optional.empty(), seen);
    firing = fired;
    return Optional.of(fired);
  }

  private Optional<Alert> fine(Alert current, Instant now) {
    Instant since = fineSince == null ? now : fineSince;
    fineSince = since;
    if (now.isBefore(since.plus(rule.hysteresis().resolveAfter()))) {
      return Optional.empty();
    }
    firing = null;
    fineSince = null;
    return Optional.of(current.resolved(since));
  }

  Optional<Alert> firing() {
    return Optional.ofNullable(firing);
  }
}
