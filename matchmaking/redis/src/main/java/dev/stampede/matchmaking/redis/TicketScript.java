package dev.stampede.matchmaking.redis;

import dev.stampede.matchmaking.ticket.TicketsUnavailableException;
import dev.stampede.redis.RedisLink;
import dev.stampede.redis.RedisScript;
import io.lettuce.core.protocol.CommandArgs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;

/** One transition of the ticket store. All of these scripts know the same keys. */
final class TicketScript {

  /** Longer than any step takes; Lettuce gives up before. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private static final int UNDER_WAY = 4;

  private final RedisScript script;
  private final List<String> keys;

  TicketScript(RedisLink redis, TicketKeys keys, String name) {
    this.script = RedisScript.of(redis, TicketScript.class, "keys.lua", name + ".lua");
    this.keys = keys.all();
  }

  CompletableFuture<List<Object>> ask(Consumer<CommandArgs<String, String>> arguments) {
    return script.run(keys, arguments);
  }

  List<Object> run(Consumer<CommandArgs<String, String>> arguments) {
    return await(ask(arguments));
  }

  /** The answer, or an exception of ours that says why there is none. */
  static <T> T await(CompletableFuture<T> asked) {
    try {
      return asked.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new TicketsUnavailableException("a Redis script of the ticket store failed", e);
    } catch (TimeoutException e) {
      throw new TicketsUnavailableException(
          "Redis did not answer within %d ms".formatted(PATIENCE.toMillis()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TicketsUnavailableException("interrupted while waiting for Redis", e);
    }
  }

  /**
   * All answers, in order. A few calls are under way together: enough that Redis need not wait for
   * the next, and so few that the last of them is answered long before Lettuce gives up, whatever
   * other backends have asked.
   */
  static <P, T> List<T> askAll(List<P> parts, Function<P, CompletableFuture<T>> call) {
    List<T> answers = new ArrayList<>();
    for (List<P> some : parts(parts, UNDER_WAY)) {
      List<CompletableFuture<T>> asked = some.stream().map(call).toList();
      asked.forEach(one -> answers.add(await(one)));
    }
    return answers;
  }

  /** In parts of at most so many: bounds how long Redis is busy with one. */
  static <T> List<List<T>> parts(List<T> whole, int size) {
    List<List<T>> parts = new ArrayList<>();
    for (int from = 0; from < whole.size(); from += size) {
      parts.add(whole.subList(from, Math.min(whole.size(), from + size)));
    }
    return parts;
  }

  /** A number, however Redis has sent it. */
  static long number(Object value) {
    return value instanceof Long number ? number : Long.parseLong((String) value);
  }
}
