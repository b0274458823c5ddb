package dev.stampede.server.metrics;

import com.sun.management.OperatingSystemMXBean;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;

/**
 * The names that Prometheus wants for two of the JVM's figures, which Micrometer names against the
 * conventions: processor time counts in seconds, and {@code _count} is for histograms.
 */
final class ProcessorNames {

  private static final String NANOSECONDS_USED = "process.cpu.time";
  private static final String PROCESSORS = "system.cpu.count";

  private ProcessorNames() {}

  /** To be called before the processor's metrics are bound. */
  static void correct(MeterRegistry registry) {
    registry
        .config()
        .meterFilter(MeterFilter.denyNameStartsWith(NANOSECONDS_USED))
        .meterFilter(
            new MeterFilter() {
              @Override
              public Meter.Id map(Meter.Id id) {
                return id.getName().equals(PROCESSORS) ? id.withName("system.cpus") : id;
              }
            });
    if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
      FunctionCounter.builder("process.cpu", system, ProcessorNames::secondsUsed)
          .description("Processor time that this process has used")
          .baseUnit("seconds")
          .register(registry);
    }
  }

  private static double secondsUsed(OperatingSystemMXBean system) {
    return (double) system.getProcessCpuTime() / TimeUnit.SECONDS.toNanos(1);
  }
}
