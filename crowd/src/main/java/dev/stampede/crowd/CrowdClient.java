package dev.stampede.crowd;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Calls for buyers written as straight code: any number of virtual threads share one event loop and
 * a bounded number of connections. A call that finds none free waits its turn within its time-out.
 */
public final class CrowdClient implements AutoCloseable {

  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

  private final CallLoop loop;

  private CrowdClient(CallLoop loop) {
    this.loop = loop;
  }

  /** A caller with its event loop started; close it to end both. */
  public static CrowdClient to(Target target, int connections) {
    PlanBounds.check("connections", connections, 1, LoadPlan.MAX_CONNECTIONS);
    CallLoop loop = new CallLoop(target, connections);
    loop.start();
    return new CrowdClient(loop);
  }

  /** {@link #send(RenderedRequest, Duration)} with the default time-out. */
  public Response send(RenderedRequest request) throws InterruptedException {
    return send(request, DEFAULT_TIMEOUT);
  }

  /**
   * The answer, whatever its status, waiting for a connection included.
   *
   * @throws CallFailedException when none came; its {@link CallFailedException#failure()} says why
   */
  public Response send(RenderedRequest request, Duration timeout) throws InterruptedException {
    Call call = new Call(request, System.nanoTime() + timeout.toNanos());
    loop.submit(call);
    try {
      return call.answer().get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new CallFailedException(
          Failure.TIMED_OUT, "%s: no answer within %s".formatted(request, timeout));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof CallFailedException failed) {
        // Thrown anew, so that the trace shows who called and not the event loop.
        throw new CallFailedException(failed.failure(), request + ": " + failed.getMessage());
      }
      throw new CrowdException(request + ": the event loop broke", e.getCause());
    } finally {
      call.answer().cancel(false); // after a time-out or an interrupt nobody waits any more
    }
  }

  /** Closes all connections; calls under way fail. */
  @Override
  public void close() {
    loop.stop();
  }
}
