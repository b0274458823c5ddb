package dev.stampede.server.http;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Measures how long requests took, by method, route template and status: three labels with a
 * bounded number of values, since the template is ours and not the client's path.
 */
final class RequestTimers {

  private static final String API = "/api/";
  private static final int LOWEST_STATUS = 100;
  private static final int STATUSES = 500;
  private static final int STREAM_STATUS = 200;
  private static final Duration[] BUCKETS = {
    Duration.ofMillis(1),
    Duration.ofNanos(2_500_000),
    Duration.ofMillis(5),
    Duration.ofMillis(10),
    Duration.ofMillis(25),
    Duration.ofMillis(50),
    Duration.ofMillis(100),
    Duration.ofMillis(250),
    Duration.ofMillis(500),
    Duration.ofSeconds(1),
    Duration.ofMillis(2_500),
    Duration.ofSeconds(5),
    Duration.ofSeconds(10),
  };

  private final MeterRegistry registry;
  private final RequestListener listener;
  private final Line unknown;

  /**
   * The timers.
   *
   * @param listener hears of every answer that ended
   */
  RequestTimers(MeterRegistry registry, RequestListener listener) {
    this.registry = registry;
    this.listener = listener;
    this.unknown = line("any", "unknown");
  }

  Line line(String method, String route) {
    return new Line(method, route);
  }

  /** For requests that reached no route, whatever method a stranger made up. */
  Line unknown() {
    return unknown;
  }

  /** The timers of one route, made as statuses first occur. */
  final class Line {
    private final String method;
    private final String route;
    private final boolean isApi;
    private final AtomicReferenceArray<Timer> byStatus = new AtomicReferenceArray<>(STATUSES);

    private Line(String method, String route) {
      this.method = method;
      this.route = route;
      this.isApi = route.startsWith(API);
    }

    /** A request has found its route. */
    void arrived() {
      if (isApi) {
        listener.arrived();
      }
    }

    void record(int status, long nanos) {
      time(status, nanos);
      listener.answered(Duration.ofNanos(nanos));
    }

    /** The same for an answer to a claim. */
    void record(int status, long nanos, Answer claim) {
      record(status, nanos);
      listener.claimed(claim);
    }

    /** Records how long a stream took to begin; how long it lasts is up to the client. */
    void recordStream(long nanos) {
      time(STREAM_STATUS, nanos);
    }

    private void time(int status, long nanos) {
      int index = status - LOWEST_STATUS;
      Timer timer = byStatus.get(index);
      if (timer == null) {
        timer = timer(status);
        byStatus.set(index, timer);
      }
      timer.record(nanos, TimeUnit.NANOSECONDS);
    }

    /** The registry gives every caller the same timer, so a race here is harmless. */
    private Timer timer(int status) {
      return Timer.builder("http.server.requests")
          .description("Requests answered, from the first byte read to the last one written")
          .tags("method", method, "route", route, "status", Integer.toString(status))
          .serviceLevelObjectives(BUCKETS)
          .register(registry);
    }
  }
}
