package dev.stampede.redis.line;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.Line;
import dev.stampede.engine.waitingroom.LineLostException;
import dev.stampede.engine.waitingroom.LineState;
import dev.stampede.engine.waitingroom.LineState.Phase;
import dev.stampede.engine.waitingroom.LineUnavailableException;
import dev.stampede.redis.Redis;
import dev.stampede.redis.RedisBreaker.State;
import dev.stampede.redis.RedisNode;
import dev.stampede.redis.RedisSettings;
import dev.stampede.redis.RequestBatcher;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.OwnRedis;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The line while Redis is frozen: the first steps find out, and then nobody waits for it any more,
 * whatever the step.
 *
 * <p>Seen to fail with steps that went past the breaker: letting people in never opened it, and
 * each step went on asking.
 */
final class LineWithoutRedisTest {

  private static final Duration SOON = Duration.ofSeconds(20);
  private static final ShowId SHOW = new ShowId(19);
  private static final Buyer ANN = new Buyer("ann");
  private static final Line.Admitting SOME =
      new Line.Admitting(10, 10, 10, Instant.parse("2030-01-01T20:00:00Z"));

  @Test
  void noStepIsTriedWhileRedisIsAwayAndAllAreOnceItIsBack(@TempDir Path folder) {
    try (OwnRedis server = OwnRedis.start(folder);
        Redis redis =
            Redis.open(
                new RedisSettings.Single(
                    new RedisNode("127.0.0.1", server.port()), 0, RedisSettings.Access.OPEN))) {
      Line line = new RedisLine(redis, "test:", 10);
      LineState state = new RedisLineState(redis, "test:");
      server.freeze();

      Eventually.within(SOON)
          .until(
              "who lets people in has found out",
              () -> {
                assertThatThrownBy(() -> line.admit(SHOW, SOME))
                    .isInstanceOf(LineUnavailableException.class);
                return breaker(redis) == State.OPEN;
              });
      steps(line, state)
          .forEach(
              (name, step) ->
                  Eventually.within(SOON).until(name + " is not tried", () -> isNotTried(step)));

      server.thaw();
      Eventually.within(SOON)
          .until(
              "it is closed",
              () -> {
                redis.probe();
                return breaker(redis) == State.CLOSED;
              });
      Eventually.within(SOON)
          .until(
              "it is asked",
              () -> {
                assertThatThrownBy(() -> line.admit(SHOW, SOME))
                    .isInstanceOf(LineLostException.class);
                return true;
              });
    }
  }

  @Test
  void aCrowdThatWaitsForASilentRedisHearsThatTheLineIsAway(@TempDir Path folder) throws Exception {
    int crowd = 3 * RequestBatcher.MAX_TOGETHER;
    try (OwnRedis server = OwnRedis.start(folder);
        Redis redis =
            Redis.open(
                new RedisSettings.Single(
                    new RedisNode("127.0.0.1", server.port()), 0, RedisSettings.Access.OPEN));
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Line line = new RedisLine(redis, "test:", 10);
      server.freeze();
      List<Future<?>> buyers = new ArrayList<>();
      for (int i = 0; i < crowd; i++) {
        Buyer buyer = new Buyer("buyer-" + i);
        buyers.add(threads.submit(() -> line.join(SHOW, buyer, 0)));
      }

      for (Future<?> buyer : buyers) {
        assertThatThrownBy(() -> buyer.get(2 * LineScript.PATIENCE.toMillis(), MILLISECONDS))
            .isInstanceOf(ExecutionException.class)
            .hasCauseInstanceOf(LineUnavailableException.class);
      }
      server.thaw();
    }
  }

  private static Map<String, Runnable> steps(Line line, LineState state) {
    Map<String, Runnable> steps = new LinkedHashMap<>();
    steps.put("join", () -> line.join(SHOW, ANN, 0));
    steps.put("find", () -> line.find(SHOW, ANN, 0));
    steps.put("leave", () -> line.leave(SHOW, ANN));
    steps.put("expire", () -> line.expire(SHOW, Duration.ofSeconds(1), 1));
    steps.put("settle", () -> line.settle(SHOW, List.of()));
    steps.put("unsettled", () -> line.unsettled(SHOW, Duration.ofSeconds(1), 1));
    steps.put("end", () -> line.end(SHOW, List.of(), 1));
    steps.put("touch", () -> line.touch(SHOW, List.of(ANN)));
    steps.put("snapshot", () -> state.snapshot(SHOW, 0));
    steps.put("numbers", () -> state.numbers(SHOW, 0, 1));
    steps.put("extend", () -> state.extend(SHOW, 1, 1));
    steps.put("change", () -> state.change(SHOW, Phase.GATHERING, Phase.DRAWING));
    steps.put("place", () -> state.place(SHOW, List.of()));
    return steps;
  }

  private static boolean isNotTried(Runnable step) {
    try {
      step.run();
      return false;
    } catch (LineUnavailableException away) {
      return rootCause(away) instanceof RejectedExecutionException;
    }
  }

  private static Throwable rootCause(Throwable thrown) {
    Throwable root = thrown;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }

  private static State breaker(Redis redis) {
    return redis.breakers().stream()
        .filter(one -> one.name().equals("waiting-line"))
        .findFirst()
        .orElseThrow()
        .state();
  }
}
