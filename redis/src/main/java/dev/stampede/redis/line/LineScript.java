package dev.stampede.redis.line;

import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.LineLostException;
import dev.stampede.engine.waitingroom.LineUnavailableException;
import dev.stampede.redis.Redis;
import dev.stampede.redis.RedisScript;
import dev.stampede.redis.ShowKeys;
import io.lettuce.core.protocol.CommandArgs;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * One transition of the line. All of these scripts know the same keys, and answer with nothing when
 * the server they run on is not the one that kept the line.
 */
final class LineScript {

  /** Longer than any step takes; Lettuce gives up before. */
  static final Duration PATIENCE = Duration.ofSeconds(2);

  private final Redis redis;
  private final RedisScript script;
  private final String keyPrefix;

  LineScript(Redis redis, String keyPrefix, String name) {
    this.redis = redis;
    this.script = RedisScript.of(redis, LineScript.class, "keys.lua", name + ".lua");
    this.keyPrefix = keyPrefix;
  }

  /**
   * Runs a step for people, whom a Redis that is away does not keep waiting. To the breaker a lost
   * line is an answer like any other. The step is retried during a failover: the script does
   * nothing the second time.
   */
  CompletableFuture<List<Object>> askForPeople(
      ShowId show, Consumer<CommandArgs<String, String>> arguments) {
    return redis
        .lineBreaker()
        .ask(() -> redis.retries().run(() -> send(show, arguments)))
        .thenApply(answer -> kept(show, answer));
  }

  private CompletableFuture<List<Object>> send(
      ShowId show, Consumer<CommandArgs<String, String>> arguments) {
    return script.run(new ShowKeys(keyPrefix, show).line(), arguments);
  }

  private static List<Object> kept(ShowId show, List<Object> answer) {
    if (answer.isEmpty()) {
      throw new LineLostException(show);
    }
    return answer;
  }

  /** A short step, which tells the breaker as much as people's requests do. */
  List<Object> run(ShowId show, Consumer<CommandArgs<String, String>> arguments) {
    return await(
        redis
            .lineBreaker()
            .ask(() -> send(show, arguments))
            .thenApply(answer -> kept(show, answer)));
  }

  /**
   * A step that may take long although all is well: it is not tried either while the breaker is
   * open, but that it is slow is no reason to keep people out.
   */
  List<Object> runLong(ShowId show, Consumer<CommandArgs<String, String>> arguments) {
    return await(
        redis
            .lineBreaker()
            .askUnjudged(() -> send(show, arguments))
            .thenApply(answer -> kept(show, answer)));
  }

  /** The answer, or an exception of ours that says why there is none. */
  static <T> T await(CompletableFuture<T> asked) {
    return awaitEnding(asked.orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS));
  }

  /** The same for what ends by itself: a thread that waits with a time-out costs a timer each. */
  static <T> T awaitEnding(CompletableFuture<T> asked) {
    try {
      return asked.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof LineLostException lost) {
        throw lost;
      }
      if (e.getCause() instanceof TimeoutException) {
        throw new LineUnavailableException(
            "Redis did not answer within %d ms".formatted(PATIENCE.toMillis()), e);
      }
      throw new LineUnavailableException("a Redis script of the line failed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LineUnavailableException("interrupted while waiting for Redis", e);
    }
  }

  /** A number, however Redis has sent it. */
  static long number(Object value) {
    return value instanceof Long number ? number : Long.parseLong((String) value);
  }
}
