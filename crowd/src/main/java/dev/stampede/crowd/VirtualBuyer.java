package dev.stampede.crowd;

import java.nio.channels.Selector;
import org.jspecify.annotations.Nullable;

/** A script and the connection it speaks over, used by one event loop. */
final class VirtualBuyer implements Connection.Listener {

  private final LoadLoop loop;
  private final BuyerScript script;
  private final Connection connection;
  private long dueNanos;
  private long restsUntilNanos;

  VirtualBuyer(LoadLoop loop, BuyerScript script, Selector selector, Target target) {
    this.loop = loop;
    this.script = script;
    this.connection = new Connection(selector, target, this);
  }

  @Nullable RenderedRequest next() {
    return script.next();
  }

  void ask(RenderedRequest request, long dueNanos, long deadlineNanos) {
    this.dueNanos = dueNanos;
    connection.send(request, deadlineNanos);
  }

  @Override
  public void answered(Response response) {
    script.answered(response);
    loop.answered(this, dueNanos, response.status());
  }

  @Override
  public void failed(Failure failure, String detail) {
    script.failed(failure);
    loop.failed(this, dueNanos, failure);
  }

  void expire(long nowNanos) {
    connection.expire(nowNanos);
  }

  void restUntil(long nanos) {
    restsUntilNanos = nanos;
  }

  boolean rested(long nowNanos) {
    return nowNanos - restsUntilNanos >= 0;
  }

  /** The run is over; a request under way stays without an answer. */
  void leave() {
    boolean asking = connection.busy();
    connection.close();
    if (asking) {
      failed(Failure.UNFINISHED, "the run ended");
    }
  }
}
