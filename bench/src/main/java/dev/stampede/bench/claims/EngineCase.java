package dev.stampede.bench.claims;

import dev.stampede.bench.engine.Engine;
import dev.stampede.bench.engine.EngineRound;
import dev.stampede.bench.engine.StoreUsage;
import dev.stampede.bench.turns.Case;
import dev.stampede.bench.turns.CaseSample;
import dev.stampede.engine.claim.Claims;
import dev.stampede.engine.show.ShowId;
import java.time.Duration;
import java.util.Locale;

/**
 * One way to claim, measured in this process on a new show each time, with what it uses.
 *
 * <p>The show is as large as the fastest could need; a round that uses it up ends early and is
 * still right.
 */
final class EngineCase implements Case {

  private static final int MIN_SEATS = 10_000;
  private static final int MAX_SEATS = 200_000;
  private static final Duration SPARE = Duration.ofMillis(200);

  private final String name;
  private final Engine engine;
  private final Claims claims;
  private final int threads;
  private final int mostPerSecond;
  private StoreUsage used = new StoreUsage(0, 0);
  private long claimed;
  private double group;

  EngineCase(String name, Engine engine, Claims claims, int threads, int mostPerSecond) {
    this.name = name;
    this.engine = engine;
    this.claims = claims;
    this.threads = threads;
    this.mostPerSecond = mostPerSecond;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void warmUp(Duration duration) throws Exception {
    measure(duration);
    used = new StoreUsage(0, 0);
    claimed = 0;
  }

  @Override
  public CaseSample measure(Duration duration) throws Exception {
    double wanted = duration.plus(SPARE).toMillis() / 1e3 * mostPerSecond;
    int seats = Math.clamp((long) wanted, MIN_SEATS, MAX_SEATS);
    ShowId show = engine.newShow(seats);
    engine.meanGroup();
    StoreUsage before = engine.usage();
    EngineRound round =
        EngineRound.holding(claims, threads, SeatQueue.inOrder(show, 0, seats), duration);
    StoreUsage roundUsed = engine.usage().minus(before);
    used = used.plus(roundUsed);
    claimed += round.claims();
    group = engine.meanGroup();
    String groups = group == 0 ? "" : String.format(Locale.ROOT, ", groups of %.0f", group);
    return round.sample(
        String.format(
            Locale.ROOT,
            "%d threads%s; a claim: %.0f B of WAL, %.2f Redis commands",
            threads,
            groups,
            walBytesPerClaim(),
            redisCommandsPerClaim()));
  }

  /** The mean group size of the last round; 0 where there are no groups. */
  double meanGroup() {
    return group;
  }

  double walBytesPerClaim() {
    return (double) used.walBytes() / claimed;
  }

  double redisCommandsPerClaim() {
    return (double) used.redisCommands() / claimed;
  }
}
