package dev.stampede.server.metrics;

import dev.stampede.engine.claim.BookingRequest;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.requests.BookingRequestListener;
import dev.stampede.server.operation.AcceptanceListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.ToDoubleFunction;

/**
 * The meters of requests through the broker: those accepted by this server, and those decided by
 * it, which another server may have accepted.
 */
public final class RequestMeters implements BookingRequestListener, AcceptanceListener {

  private final MeterRegistry registry;
  private final InstantSource clock;
  private final Counter accepted;
  private final Counter unanswered;
  private final Counter delayed;
  private final Timer decided;

  /**
   * Meters.
   *
   * @param clock what requests are accepted by
   */
  public RequestMeters(MeterRegistry registry, InstantSource clock) {
    this.registry = registry;
    this.clock = clock;
    this.accepted =
        counter("accepted", "Booking requests that Kafka has acknowledged").register(registry);
    this.unanswered =
        counter("unanswered", "Booking requests that Kafka neither confirmed nor refused")
            .register(registry);
    this.delayed =
        counter("delayed", "Times that requests could not be decided for the moment")
            .register(registry);
    this.decided =
        Timer.builder("stampede.requests.decided")
            .description("Time from the acceptance of a request to its outcome")
            .publishPercentileHistogram()
            .minimumExpectedValue(Duration.ofMillis(1))
            .maximumExpectedValue(Duration.ofMinutes(1))
            .register(registry);
  }

  private static Counter.Builder counter(String what, String description) {
    return Counter.builder("stampede.requests." + what).description(description);
  }

  /** Shows how many wait, and for how long. */
  public <T> void gauge(String what, String description, T of, ToDoubleFunction<T> value) {
    Gauge.builder("stampede.requests." + what, of, value)
        .description(description)
        .register(registry);
  }

  @Override
  public void accepted() {
    accepted.increment();
  }

  @Override
  public void refused(String slug) {
    counter("refused", "Booking requests that were turned away at once")
        .tag("problem", slug)
        .register(registry)
        .increment();
  }

  @Override
  public void unanswered() {
    unanswered.increment();
  }

  @Override
  public void decided(BookingRequest request, ClaimOutcome outcome) {
    counter("outcomes", "Booking requests by outcome")
        .tag("outcome", ClaimMeters.label(outcome.getClass()))
        .register(registry)
        .increment();
    if (!(outcome instanceof ClaimOutcome.AlreadyDecided)) {
      Duration took = Duration.between(request.acceptedAt(), clock.instant());
      decided.record(took.isNegative() ? Duration.ZERO : took);
    }
  }

  @Override
  public void skipped(String reason) {
    counter(
            "skipped",
            "Records that the server skipped: not from this deployment, sealed with an unknown key,"
                + " or too old")
        .tag("reason", reason)
        .register(registry)
        .increment();
  }

  @Override
  public void delayed() {
    delayed.increment();
  }
}
