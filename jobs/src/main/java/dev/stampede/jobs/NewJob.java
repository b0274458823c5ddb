package dev.stampede.jobs;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A job to be enqueued.
 *
 * @param kind the kind of work; a worker takes only the kinds it has handlers for
 * @param payload the input of the work, in a form of the caller's
 * @param delay how long after now, by the database's clock, it is due; zero: at once
 * @param uniqueKey while a job with this key waits or runs there is no other; null: there may be
 */
public record NewJob(String kind, String payload, Duration delay, @Nullable String uniqueKey) {

  public static final int MAX_KIND_CHARS = 100;
  public static final int MAX_KEY_CHARS = 200;
  public static final int MAX_PAYLOAD_CHARS = 65_536;
  public static final Duration MAX_DELAY = Duration.ofDays(3_650);

  public NewJob {
    Bounds.text("kind", kind, 1, MAX_KIND_CHARS);
    Bounds.text("payload", payload, 0, MAX_PAYLOAD_CHARS);
    Bounds.within("delay", delay, Duration.ZERO, MAX_DELAY);
    if (uniqueKey != null) {
      Bounds.text("unique key", uniqueKey, 1, MAX_KEY_CHARS);
    }
  }

  public static NewJob of(String kind, String payload) {
    return new NewJob(kind, payload, Duration.ZERO, null);
  }

  public NewJob dueIn(Duration later) {
    return new NewJob(kind, payload, later, uniqueKey);
  }

  public NewJob unique(String key) {
    return new NewJob(kind, payload, delay, key);
  }
}
