package dev.stampede.bench.report;

import java.util.OptionalDouble;

/**
 * One case: the median of its rounds. Where latency was not looked at there is none. The note is
 * for the table alone.
 */
public record Row(
    String name,
    double ratePerSecond,
    OptionalDouble p50Millis,
    OptionalDouble p99Millis,
    String note) {}
