package dev.stampede.server.sale;

import dev.stampede.engine.sale.SaleFlow;
import dev.stampede.engine.sale.SaleStatistics;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.RoomStats;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes samples of sales: nearly all from memory, and two queries to the database for all shows
 * together, however many watch: what was booked, and what others were told by events.
 */
public final class SaleSampler implements SaleHistory.Sampler {

  private static final Logger log = LoggerFactory.getLogger(SaleSampler.class);

  private final SaleOverviews overviews;
  private final Traffic traffic;
  private final SaleStatistics statistics;

  public SaleSampler(SaleOverviews overviews, Traffic traffic, SaleStatistics statistics) {
    this.overviews = overviews;
    this.traffic = traffic;
    this.statistics = statistics;
  }

  @Override
  public Map<ShowId, SaleSample> sample(Set<ShowId> shows, long at) {
    Map<ShowId, SaleSample> samples = new HashMap<>();
    Optional<Map<ShowId, Long>> booked = shows.isEmpty() ? Optional.empty() : booked();
    Optional<Map<ShowId, SaleFlow>> moved = shows.isEmpty() ? Optional.empty() : moved();
    for (ShowId show : shows) {
      Optional<SaleFlow> flow = moved.map(flows -> flows.getOrDefault(show, SaleFlow.NONE));
      samples.put(
          show,
          sample(show)
              .with(
                  SampledFigure.BOOKINGS_PER_MINUTE,
                  booked.map(counts -> counts.getOrDefault(show, 0L)).orElse(null))
              .with(SampledFigure.SOLD_PER_MINUTE, flow.map(SaleFlow::sold).orElse(null))
              .with(SampledFigure.RELEASED_PER_MINUTE, flow.map(SaleFlow::released).orElse(null))
              .with(SampledFigure.CANCELLED_PER_MINUTE, flow.map(SaleFlow::cancelled).orElse(null))
              .at(at));
    }
    return samples;
  }

  private Optional<Map<ShowId, SaleFlow>> moved() {
    try {
      return statistics.movedInTheLastMinute();
    } catch (RuntimeException away) {
      log.debug("seat moves could not be counted; the sample goes without", away);
      return Optional.empty();
    }
  }

  private Optional<Map<ShowId, Long>> booked() {
    try {
      return Optional.of(statistics.bookedInTheLastMinute());
    } catch (RuntimeException away) {
      log.debug("new bookings could not be counted; the sample goes without", away);
      return Optional.empty();
    }
  }

  private SaleSample.Draft sample(ShowId show) {
    ShowTraffic seen = traffic.seenOf(show);
    ResponseTimes.Seen responses = traffic.responses();
    @Nullable BoardFigures board = overviews.board(show).orElse(null);
    @Nullable RoomStats line = overviews.line(show).orElse(null);
    SaleSample.Draft draft =
        new SaleSample.Draft()
            .with(SampledFigure.REFUSED_PER_MINUTE, seen.claims().allRefused())
            .with(SampledFigure.LOCK_FAILURE_RATE, seen.locks().failureRate())
            .with(SampledFigure.P50_MILLIS, responses.p50Millis())
            .with(SampledFigure.P99_MILLIS, responses.p99Millis())
            .with(SampledFigure.GROUP_SIZE_MEAN, traffic.groups().mean());
    if (board != null) {
      draft
          .with(SampledFigure.HELD, board.held())
          .with(SampledFigure.SOLD, board.sold())
          .with(SampledFigure.REVENUE, board.worth());
    }
    if (line != null) {
      draft
          .with(SampledFigure.WAITING, line.waiting())
          .with(SampledFigure.ACTIVE, line.active())
          .with(SampledFigure.ADMITTED_PER_MINUTE, seen.admittedInTheLastMinute(line.admitted()));
    }
    return draft;
  }
}
