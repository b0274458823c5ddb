package dev.stampede.server.metrics;

import dev.stampede.engine.events.OutboxLag;
import dev.stampede.engine.events.RelayListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.ToDoubleFunction;

/**
 * The meters of the relay: how much this process has sent, and how much all processes together have
 * left to send, which every process sees alike.
 */
public final class RelayMeters implements RelayListener {

  private final MeterRegistry registry;
  private final Counter sent;
  private final Counter failed;
  private final Counter takenOver;
  private volatile OutboxLag lag = OutboxLag.NONE;

  public RelayMeters(MeterRegistry registry) {
    this.registry = registry;
    this.sent = counter("sent", "Events that Kafka has acknowledged to this process");
    this.failed = counter("failures", "Attempts to send that failed and were repeated");
    this.takenOver =
        counter("taken.over", "Ranges that another server had when this one renewed its lease");
    gauge("lag", "Events that have not been sent, counted up to twice the alert", OutboxLag::rows);
    gauge(
        "lag.seconds",
        "Time that the oldest event that has not been sent has been waiting",
        now -> now.age().toMillis() / 1e3);
  }

  private Counter counter(String what, String description) {
    return Counter.builder("stampede.relay." + what).description(description).register(registry);
  }

  private void gauge(String what, String description, ToDoubleFunction<OutboxLag> value) {
    Gauge.builder("stampede.relay." + what, this, meters -> value.applyAsDouble(meters.lag))
        .description(description)
        .register(registry);
  }

  /** Shows how many ranges are this server's. */
  public <T> void owned(T relay, ToDoubleFunction<T> ranges) {
    Gauge.builder("stampede.relay.ranges", relay, ranges)
        .description("Key ranges whose events this process sends")
        .register(registry);
  }

  /** Returns the lag that was last seen. */
  public OutboxLag lag() {
    return lag;
  }

  @Override
  public void sent(int events) {
    sent.increment(events);
  }

  @Override
  public void failed() {
    failed.increment();
  }

  @Override
  public void takenOver() {
    takenOver.increment();
  }

  @Override
  public void lag(OutboxLag seen) {
    lag = seen;
  }
}
