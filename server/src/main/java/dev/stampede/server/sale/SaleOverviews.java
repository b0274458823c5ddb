package dev.stampede.server.sale;

import dev.stampede.engine.sale.SaleStatistics;
import dev.stampede.engine.seats.SeatBoards;
import dev.stampede.engine.seats.SeatsUnavailableException;
import dev.stampede.engine.show.Show;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.RoomStats;
import dev.stampede.server.health.DependencyStatus;
import dev.stampede.server.sale.SaleOverview.OfAllServers;
import dev.stampede.server.sale.SaleOverview.OfThisServer;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Puts together what an operator sees at one look. A part that is away leaves its own gap. */
public final class SaleOverviews {

  private final All all;
  private final Here here;
  private final InstantSource clock;
  private final SaleFiguresCache figures;

  /**
   * The sources of the figures of all servers.
   *
   * @param lines a show's line, as last seen
   */
  public record All(
      SeatBoards boards, Function<ShowId, Optional<RoomStats>> lines, SaleStatistics statistics) {}

  /**
   * The sources of the figures of this process.
   *
   * @param name the name of this process
   * @param laneDepth the number of claims that wait to be taken into a group
   */
  public record Here(
      Supplier<String> name,
      Traffic traffic,
      IntSupplier laneDepth,
      Supplier<List<DependencyStatus>> services) {}

  /**
   * Overviews of all sales.
   *
   * @param clock what looks carry as now
   */
  public SaleOverviews(All all, Here here, InstantSource clock) {
    this(all, here, clock, System::nanoTime);
  }

  SaleOverviews(All all, Here here, InstantSource clock, LongSupplier nanos) {
    this.all = all;
    this.here = here;
    this.clock = clock;
    this.figures = new SaleFiguresCache(all.statistics(), nanos);
  }

  SaleOverview look(Show show) {
    ShowTraffic traffic = here.traffic().of(show.id());
    return new SaleOverview(
        show.id().toString(),
        clock.instant(),
        here.name().get(),
        ofAll(show, traffic),
        ofThis(traffic));
  }

  private OfAllServers ofAll(Show show, ShowTraffic traffic) {
    return new OfAllServers(
        board(show.id())
            .map(board -> new SaleOverview.Seats(board.free(), board.held(), board.sold()))
            .orElse(null),
        queue(show, traffic),
        figures.of(show.id()).map(SaleOverview.Counted::of).orElse(SaleOverview.Counted.NEVER));
  }

  private OfThisServer ofThis(ShowTraffic traffic) {
    RecentGroupSizes.Seen groups = here.traffic().groups();
    return new OfThisServer(
        traffic.claims(),
        traffic.locks(),
        here.traffic().responses(),
        new SaleOverview.Lanes(
            groups.perSecond(), groups.mean(), groups.max(), here.laneDepth().getAsInt()),
        here.services().get());
  }

  /** From memory, even if the database is gone; filled if nobody has looked before. */
  Optional<BoardFigures> board(ShowId show) {
    try {
      return all.boards().board(show).map(board -> BoardFigures.of(board, clock.instant()));
    } catch (SeatsUnavailableException away) {
      return Optional.empty();
    }
  }

  Optional<RoomStats> line(ShowId show) {
    return all.lines().apply(show);
  }

  private SaleOverview.@Nullable Queue queue(Show show, ShowTraffic traffic) {
    Optional<RoomStats> line = line(show.id());
    return show.settings()
        .waitingRoom()
        .map(
            room ->
                new SaleOverview.Queue(
                    room.enabled(),
                    line.map(RoomStats::waiting).orElse(null),
                    line.map(RoomStats::active).orElse(null),
                    room.maxActive(),
                    room.admitPerSecond(),
                    line.map(seen -> traffic.admittedInTheLastMinute(seen.admitted())).orElse(null),
                    line.map(seen -> Rounded.share(seen.booked(), seen.ended())).orElse(null)))
        .orElse(null);
  }
}
