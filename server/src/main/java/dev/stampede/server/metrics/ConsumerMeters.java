package dev.stampede.server.metrics;

import dev.stampede.consumer.ConsumerAdmin;
import dev.stampede.consumer.Message;
import dev.stampede.consumer.ParkReason;
import dev.stampede.consumer.ReaderLag;
import dev.stampede.consumer.ReaderListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * A consumer of events in numbers: what this process reads, and what is parked, which every process
 * sees alike.
 */
public final class ConsumerMeters implements ReaderListener {

  private static final ConsumerAdmin.Figures UNKNOWN =
      new ConsumerAdmin.Figures(0, 0, Optional.empty());

  private final MeterRegistry registry;
  private final String consumer;
  private final Counter handled;
  private final Counter repeated;
  private final Counter gaps;
  private final Counter swapped;
  private final Counter failures;
  private final Counter stops;
  private volatile ReaderLag lag = ReaderLag.NONE;
  private volatile ConsumerAdmin.Figures figures = UNKNOWN;

  public ConsumerMeters(MeterRegistry registry, String consumer) {
    this.registry = registry;
    this.consumer = consumer;
    this.handled = counter("handled", "Events that had their effect through this process");
    this.repeated = counter("repeats", "Messages that came again and were dropped");
    this.gaps = counter("gaps", "Times that versions were missing; not 0: events were lost");
    this.swapped = counter("swaps", "Keys whose messages came out of order");
    this.failures = counter("failures", "Transactions that failed and were repeated");
    this.stops =
        counter("stops", "Times that a partition stood still, since no more can be parked");
    gauge(
        "lag",
        "Messages in this process's partitions that it has not handled",
        now -> now.lag.records());
    gauge(
        "lag.seconds",
        "Time since this process had last handled all messages in its partitions",
        now -> now.lag.age().toMillis() / 1e3);
    gauge("partitions", "Partitions that this process reads", now -> now.lag.partitions());
    gauge("parked.keys", "Keys that wait for a person", now -> now.figures.parkedKeys());
    gauge("parked.messages", "Messages of these keys", now -> now.figures.parkedMessages());
  }

  private Counter counter(String what, String description) {
    return Counter.builder("stampede.consumer." + what)
        .description(description)
        .tag("consumer", consumer)
        .register(registry);
  }

  private void gauge(String what, String description, ToDoubleFunction<ConsumerMeters> value) {
    Gauge.builder("stampede.consumer." + what, this, value)
        .description(description)
        .tag("consumer", consumer)
        .register(registry);
  }

  /** To be called now and then. */
  public void see(ConsumerAdmin.Figures now) {
    figures = now;
  }

  @Override
  public void handled(int events) {
    handled.increment(events);
  }

  @Override
  public void repeated(int messages) {
    repeated.increment(messages);
  }

  @Override
  public void gap(Message message, long expected, long came) {
    gaps.increment();
  }

  @Override
  public void swapped(String topic, String key) {
    swapped.increment();
  }

  @Override
  public void parked(Message message, ParkReason reason, String failure) {
    Counter.builder("stampede.consumer.parked")
        .description("Messages put aside by this process, by why")
        .tag("consumer", consumer)
        .tag("reason", reason.label())
        .register(registry)
        .increment();
  }

  @Override
  public void failed(Throwable failure) {
    failures.increment();
  }

  @Override
  public void stopped(String topic, int partition) {
    stops.increment();
  }

  @Override
  public void lag(ReaderLag now) {
    lag = now;
  }
}
