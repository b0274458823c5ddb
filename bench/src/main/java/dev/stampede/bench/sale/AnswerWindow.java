package dev.stampede.bench.sale;

import dev.stampede.crowd.BuyerScript;
import dev.stampede.crowd.Failure;
import dev.stampede.crowd.RenderedRequest;
import dev.stampede.crowd.Response;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Counts the answers that come within the measured time, whenever they were asked for. Counting
 * only what was asked for within it too would leave out one answer for each connection: nothing for
 * a fast server, and a sixth for one that 256 connections keep waiting for 130 ms.
 *
 * <p>One event loop writes it.
 */
public final class AnswerWindow {

  private static final int STATUSES = 600;

  private final long settleNanos;
  private final long nanos;
  private final long[] counts = new long[STATUSES];
  private boolean begun;
  private boolean exhausted;
  private long fromNanos;
  private long lastNanos;

  public AnswerWindow(Duration settle, Duration duration) {
    this.settleNanos = settle.toNanos();
    this.nanos = duration.toNanos();
  }

  /** The same buyer, watched. */
  public BuyerScript watching(BuyerScript script) {
    return new Watched(script);
  }

  /** Answers with this status a second; the time ends early when there was no more to ask for. */
  public double ratePerSecond(int status) {
    long lasted = exhausted ? Math.min(nanos, lastNanos - fromNanos) : nanos;
    return lasted <= 0 ? 0 : counts[status] / (lasted / 1e9);
  }

  /** Answers within the measured time, whatever their status. */
  long answered() {
    return Arrays.stream(counts).sum();
  }

  /** Those with this status. */
  long answered(int status) {
    return counts[status];
  }

  private void asked() {
    if (!begun) {
      begun = true;
      fromNanos = System.nanoTime() + settleNanos;
    }
  }

  private void count(int status) {
    long now = System.nanoTime();
    lastNanos = now;
    if (now - fromNanos >= 0 && now - fromNanos < nanos) {
      counts[status]++;
    }
  }

  private final class Watched implements BuyerScript {

    private final BuyerScript script;

    private Watched(BuyerScript script) {
      this.script = script;
    }

    @Override
    public @Nullable RenderedRequest next() {
      asked();
      RenderedRequest request = script.next();
      exhausted |= request == null;
      return request;
    }

    @Override
    public void answered(Response response) {
      count(response.status());
      script.answered(response);
    }

    @Override
    public void failed(Failure failure) {
      script.failed(failure);
    }
  }
}
