package dev.stampede.jobs;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The duties of a worker: a handler for each kind of job. */
public final class JobHandlers {

  private final Map<String, Duty> byKind;

  /** One kind and what does it. */
  record Duty(JobKind kind, JobHandler handler) {}

  private JobHandlers(Map<String, Duty> byKind) {
    this.byKind = byKind;
  }

  public static JobHandlers none() {
    return new JobHandlers(Map.of());
  }

  /** These and one more. */
  public JobHandlers and(JobKind kind, JobHandler handler) {
    Map<String, Duty> more = new TreeMap<>(byKind);
    if (more.put(kind.name(), new Duty(kind, handler)) != null) {
      throw new IllegalArgumentException(
          "there are two handlers for jobs of kind '%s'; give one".formatted(kind.name()));
    }
    return new JobHandlers(more);
  }

  Set<String> kinds() {
    return byKind.keySet();
  }

  @Nullable Duty of(String kind) {
    return byKind.get(kind);
  }
}
