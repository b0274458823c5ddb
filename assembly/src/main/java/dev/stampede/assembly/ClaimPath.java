package dev.stampede.assembly;

import dev.stampede.engine.claim.BookedPass;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.engine.claim.Claims;
import dev.stampede.engine.claim.SeatChange;
import dev.stampede.engine.claim.layer.ClaimsInOrder;
import dev.stampede.engine.claim.layer.KnownSeats;
import dev.stampede.engine.claim.layer.LaneClaims;
import dev.stampede.engine.claim.layer.LayeredClaims;
import dev.stampede.engine.claim.layer.RepeatCheck;
import dev.stampede.engine.claim.layer.SeatGate;
import dev.stampede.engine.seats.BoardSettings;
import dev.stampede.engine.seats.SeatBoards;
import dev.stampede.engine.show.ShowId;
import dev.stampede.postgres.claim.GroupCommitter;
import dev.stampede.postgres.claim.PerRequestClaims;
import dev.stampede.postgres.claim.PostgresEarlierClaims;
import dev.stampede.postgres.show.PostgresSeats;
import dev.stampede.redis.gate.RedisSeatGate;
import dev.stampede.redis.news.RedisSeatNews;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The path of a claim in the product. Memory and gate refuse claims early; the lanes or {@link
 * PerRequestClaims} decide in PostgreSQL; the news publishes the changes. The {@linkplain #over
 * builder} can leave parts out.
 *
 * <p>It has no loops of its own: its owner calls {@link SeatBoards#tick}, {@link SeatBoards#mend}
 * and {@link RedisSeatNews#beat}.
 */
public final class ClaimPath implements AutoCloseable {

  private final Optional<RedisSeatNews> news;
  private final Optional<SeatBoards> boards;
  private final List<GroupCommitter> committers = new ArrayList<>();
  private final Optional<LaneClaims> lanes;
  private final RepeatCheck repeats;
  private final Runnable startOver;
  private final Claims claims;
  private final ClaimsInOrder inOrder;

  /** The parts that a builder asks for, over these stores. */
  public static ClaimPathBuilder over(ClaimStores stores, ClaimPathSettings settings) {
    return new ClaimPathBuilder(stores, settings);
  }

  ClaimPath(ClaimPathBuilder plan) {
    ClaimStores stores = plan.stores;
    ClaimPathSettings settings = plan.settings;
    news = plan.news ? Optional.of(news(plan)) : Optional.empty();
    boards = plan.memory ? news.map(told -> boards(plan, told)) : Optional.empty();
    KnownSeats known = boards.<KnownSeats>map(all -> all).orElse(KnownSeats.NOTHING);
    SeatGate gate =
        plan.gate
            ? new RedisSeatGate(
                stores.redis(), stores.keyPrefix(), stores.epoch(), settings.seatLockTimeout())
            : SeatGate.NONE;
    Core core =
        switch (settings.way()) {
          case GROUP_COMMIT -> {
            LaneClaims all = lanes(plan, known);
            yield new Core(all, all, known, () -> committers.forEach(GroupCommitter::startOver));
          }
          case PER_REQUEST -> {
            PerRequestClaims each = perRequest(plan);
            yield new Core(each, each, new Doubts(known), each::startOver);
          }
        };
    lanes = core.claims() instanceof LaneClaims all ? Optional.of(all) : Optional.empty();
    inOrder = core.inOrder();
    startOver = core.startOver();
    repeats = new RepeatCheck(new PostgresEarlierClaims(stores.database()));
    claims =
        new LayeredClaims(
            core.known(),
            gate,
            core.claims(),
            repeats,
            () -> !stores.database().monitor().isAway(),
            plan.observer);
  }

  /**
   * Memory in front of per-request claims. They ask the database about every seat that the gate
   * lets pass, so memory refuses nothing; but it may doubt a refusal by the gate.
   */
  private record Doubts(KnownSeats known) implements KnownSeats {

    @Override
    public List<Integer> takenFrom(ShowId show, List<Integer> seats, Buyer buyer) {
      return List.of();
    }

    @Override
    public boolean seenFree(ShowId show, List<Integer> seats, Duration longerThan) {
      return known.seenFree(show, seats, longerThan);
    }
  }

  /** The part that decides, and what may refuse in front of it. */
  private record Core(Claims claims, ClaimsInOrder inOrder, KnownSeats known, Runnable startOver) {}

  private static RedisSeatNews news(ClaimPathBuilder plan) {
    ClaimStores stores = plan.stores;
    return new RedisSeatNews(
        stores.redis(), stores.keyPrefix(), stores.epoch(), plan.settings.seatCacheTtl());
  }

  private static SeatBoards boards(ClaimPathBuilder plan, RedisSeatNews told) {
    return new SeatBoards(
        new PostgresSeats(plan.stores.database(), plan.stores.shows()),
        told,
        plan.clock,
        BoardSettings.checkedEvery(plan.settings.seatCacheTtl()));
  }

  private LaneClaims lanes(ClaimPathBuilder plan, KnownSeats known) {
    ClaimPathSettings settings = plan.settings;
    // Lanes tell each other of their commits, so that none runs into a seat that is taken.
    ClaimNews told =
        new News(
            changes -> {
              tell(changes);
              committers.forEach(committer -> changes.forEach(committer::learn));
            },
            plan.booked);
    for (int lane = 0; lane < settings.lanes().count(); lane++) {
      committers.add(
          new GroupCommitter(
              plan.stores.database(),
              plan.stores.shows(),
              settings.wallets(),
              told,
              plan.underLocks,
              known));
    }
    return new LaneClaims(
        committers, settings.lanes().each(), plan.laneListeners, settings.lanes().patience());
  }

  private PerRequestClaims perRequest(ClaimPathBuilder plan) {
    return new PerRequestClaims(
        plan.stores.database(),
        plan.stores.shows(),
        plan.settings.wallets(),
        new News(this::tell, plan.booked),
        plan.underLocks);
  }

  private void tell(List<SeatChange> changes) {
    if (boards.isPresent()) {
      boards.get().committed(changes);
    } else if (news.isPresent()) {
      Map<ShowId, List<SeatChange>> byShow = new LinkedHashMap<>();
      changes.forEach(
          change -> byShow.computeIfAbsent(change.show(), _ -> new ArrayList<>()).add(change));
      byShow.forEach((show, its) -> news.get().tell(show, its, () -> {}));
    }
  }

  /** Passes each of the two kinds of news to its own listener. */
  private record News(Consumer<List<SeatChange>> seats, Consumer<List<BookedPass>> passes)
      implements ClaimNews {

    @Override
    public void committed(List<SeatChange> changes) {
      seats.accept(changes);
    }

    @Override
    public void booked(List<BookedPass> booked) {
      passes.accept(booked);
    }
  }

  public Claims claims() {
    return claims;
  }

  /** Decides requests from Kafka, in order within each partition. */
  public ClaimsInOrder inOrder() {
    return inOrder;
  }

  /** The seat boards, unless memory was left out. */
  public Optional<SeatBoards> boards() {
    return boards;
  }

  /** The news of seats, unless it was left out. */
  public Optional<RedisSeatNews> news() {
    return news;
  }

  /** The lanes of group commit. */
  public Optional<LaneClaims> lanes() {
    return lanes;
  }

  /** The writers behind the lanes of group commit, one each. */
  public List<GroupCommitter> committers() {
    return List.copyOf(committers);
  }

  /** Forgets what its writers know of a database that was rewound. */
  public void startOver() {
    startOver.run();
  }

  /** Lanes drain before their writers close, and all news is told before its channel closes. */
  @Override
  public void close() {
    repeats.close();
    lanes.ifPresent(LaneClaims::close);
    committers.forEach(GroupCommitter::close);
    news.ifPresent(RedisSeatNews::close);
  }
}
