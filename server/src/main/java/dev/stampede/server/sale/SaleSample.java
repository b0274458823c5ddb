package dev.stampede.server.sale;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A sale at one moment.
 *
 * @param at in seconds of the epoch
 * @param known what was not known is not in it
 */
record SaleSample(long at, Map<SampledFigure, Number> known) {

  SaleSample {
    known = Map.copyOf(known);
  }

  @Nullable Number value(SampledFigure plot) {
    return known.get(plot);
  }

  /** As it is sent: every name, in order, and null where nothing was known. */
  record Sent(long at, Map<String, @Nullable Number> values) {}

  Sent sent() {
    Map<String, @Nullable Number> values = new LinkedHashMap<>();
    for (SampledFigure plot : SampledFigure.values()) {
      values.put(plot.label(), value(plot));
    }
    return new Sent(at, values);
  }

  /** Collects what is known. */
  static final class Draft {
    private final Map<SampledFigure, Number> known = new EnumMap<>(SampledFigure.class);

    Draft with(SampledFigure plot, @Nullable Number value) {
      if (value != null) {
        known.put(plot, value);
      }
      return this;
    }

    SaleSample at(long seconds) {
      return new SaleSample(seconds, known);
    }
  }
}
