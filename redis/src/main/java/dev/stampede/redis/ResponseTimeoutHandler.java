package dev.stampede.redis;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Ends a connection on which something was asked and nothing has come for {@link #LIMIT}.
 *
 * <p>A server that is frozen or cut off keeps its connections: nothing tells the client that there
 * is another master by now. Once the connection has ended, the next one goes to the master of that
 * moment. Used by the one thread that serves its connection.
 */
final class ResponseTimeoutHandler extends ChannelDuplexHandler {

  /** Longer than any script of ours or a short pause of Redis takes. */
  static final Duration LIMIT = Duration.ofSeconds(3);

  private boolean waiting;
  private boolean watched;
  private long askedNanos;

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    if (!waiting) {
      waiting = true;
      askedNanos = System.nanoTime();
      watch(context, LIMIT.toNanos());
    }
    var _ = context.write(message, promise);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    waiting = false;
    context.fireChannelRead(message);
  }

  private void watch(ChannelHandlerContext context, long nanos) {
    if (!watched) {
      watched = true;
      var _ = context.executor().schedule(() -> look(context), nanos, TimeUnit.NANOSECONDS);
    }
  }

  private void look(ChannelHandlerContext context) {
    watched = false;
    if (!waiting || !context.channel().isActive()) {
      return;
    }
    long left = LIMIT.toNanos() - (System.nanoTime() - askedNanos);
    if (left > 0) {
      watch(context, left);
    } else {
      var _ = context.close();
    }
  }
}
