package dev.stampede.redis.line;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.Line;
import dev.stampede.engine.waitingroom.Line.Admitting;
import dev.stampede.engine.waitingroom.LineAnswer;
import dev.stampede.engine.waitingroom.LineExit;
import dev.stampede.engine.waitingroom.LineState;
import dev.stampede.engine.waitingroom.LineState.Beginning;
import dev.stampede.engine.waitingroom.LineState.Phase;
import dev.stampede.redis.RedisSettings;
import dev.stampede.redis.SharedTestRedis;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** A line and its state in a Redis of any shape, and short words for what tests ask of them. */
abstract class LineFixture {

  static final ShowId SHOW = new ShowId(17);
  static final Buyer ANN = new Buyer("ann");
  static final Buyer BEN = new Buyer("ben\nwith a line feed and ünïcode 4 a");
  static final Buyer EVE = new Buyer("eve");
  static final int MAX_WAITING = 5_000;

  final SharedTestRedis own;
  final Line line;
  final LineState lines;

  LineFixture(RedisSettings settings) {
    own = new SharedTestRedis(settings);
    line = new RedisLine(own.redis(), own.prefix(), MAX_WAITING);
    lines = new RedisLineState(own.redis(), own.prefix());
  }

  @AfterEach
  void close() throws Exception {
    own.end();
  }

  void begin(int epoch, long last, long limit) {
    lines.begin(
        SHOW, new Beginning(epoch, last, Phase.OPEN, 0, Duration.ZERO, Duration.ofMinutes(5)));
    lines.extend(SHOW, epoch, limit);
    lines.rebuild(SHOW, epoch, List.of(), true);
  }

  void join(Buyer... buyers) {
    for (Buyer buyer : buyers) {
      assertThat(line.join(SHOW, buyer, 0).answer()).isInstanceOf(LineAnswer.InLine.class);
    }
  }

  /** Without waiting for the rate's bucket to fill: a rate is what it holds. */
  List<LineExit> admit(int atMost, long ceiling, Instant until) {
    try {
      own.redis().commands().hset(own.prefix() + "{show:17}:line", "filled", "0").get();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
    return line.admit(SHOW, new Admitting(10_000, ceiling, atMost, until));
  }

  static Instant inAMinute() {
    return Instant.now().plusSeconds(60).truncatedTo(ChronoUnit.MILLIS);
  }
}
