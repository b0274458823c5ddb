package dev.stampede.bench.pages;

import dev.stampede.crowd.CallFailedException;
import dev.stampede.crowd.CrowdClient;
import dev.stampede.crowd.RenderedRequest;
import dev.stampede.crowd.Response;
import dev.stampede.crowd.Target;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;
import tools.jackson.databind.json.JsonMapper;

/** Buyers who poll for their place instead of watching it. */
final class Pollers implements AutoCloseable {

  private static final int CONNECTIONS = 64;
  private static final JsonMapper MAPPER = JsonMapper.shared();

  private final CrowdClient caller;
  private final ToLongFunction<Response> pauseMillis;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final AtomicLong answers = new AtomicLong();

  private Pollers(
      Target target, List<RenderedRequest> polls, ToLongFunction<Response> pauseMillis) {
    this.caller = CrowdClient.to(target, CONNECTIONS);
    this.pauseMillis = pauseMillis;
    polls.forEach(poll -> Thread.startVirtualThread(() -> ask(poll)));
  }

  /** Each asks again when the last answer said so. */
  static Pollers asTold(Target target, List<RenderedRequest> polls) {
    return new Pollers(
        target,
        polls,
        answer -> MAPPER.readTree(answer.body()).path("pollAfterMillis").asLong(1_000));
  }

  /** Each asks again after this time: so that they know as soon as those who watch. */
  static Pollers every(Duration pause, Target target, List<RenderedRequest> polls) {
    return new Pollers(target, polls, _ -> pause.toMillis());
  }

  long answers() {
    return answers.get();
  }

  private void ask(RenderedRequest poll) {
    try {
      long pause = ThreadLocalRandom.current().nextLong(1_000);
      while (!stopped.await(pause, TimeUnit.MILLISECONDS)) {
        Response answer = caller.send(poll);
        answers.incrementAndGet();
        pause = pauseMillis.applyAsLong(answer);
      }
    } catch (CallFailedException ended) {
      // The caller was closed; a poll that got no answer is not counted.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    stopped.countDown();
    caller.close();
  }
}
