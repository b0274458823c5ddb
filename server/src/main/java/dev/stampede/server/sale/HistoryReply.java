package dev.stampede.server.sale;

import dev.stampede.engine.show.ShowId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A history as it is plotted: the moments, and beside them a list for each thing plotted. */
record HistoryReply(
    String showId,
    Instant now,
    long everySeconds,
    List<Long> at,
    Map<String, List<@Nullable Number>> series) {

  static HistoryReply of(ShowId show, Instant now, List<SaleSample> samples) {
    Map<String, List<@Nullable Number>> series = new LinkedHashMap<>();
    for (SampledFigure plot : SampledFigure.values()) {
      List<@Nullable Number> values = new ArrayList<>(samples.size());
      samples.forEach(sample -> values.add(sample.value(plot)));
      series.put(plot.label(), values);
    }
    return new HistoryReply(
        show.toString(),
        now,
        SaleHistory.EVERY.toSeconds(),
        samples.stream().map(SaleSample::at).toList(),
        series);
  }
}
