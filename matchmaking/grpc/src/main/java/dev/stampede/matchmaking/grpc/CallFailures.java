package dev.stampede.matchmaking.grpc;

import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs internal failures, and tells the client only that the call failed. A message that cannot be
 * read is its sender's fault, and is not logged.
 */
final class CallFailures implements ServerInterceptor {

  private static final Logger log = LoggerFactory.getLogger(CallFailures.class);

  @Override
  public <Q, A> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    return new Guarded<>(call, next.startCall(call, headers));
  }

  private static final class Guarded<Q, A> extends SimpleForwardingServerCallListener<Q> {

    private final ServerCall<Q, A> call;
    private boolean refused;

    Guarded(ServerCall<Q, A> call, ServerCall.Listener<Q> listener) {
      super(listener);
      this.call = call;
    }

    /** Messages are read within it: see how the server puts its services together. */
    @Override
    public void onMessage(Q message) {
      try {
        super.onMessage(message);
      } catch (StatusRuntimeException unreadable) {
        refuse(
            Status.INVALID_ARGUMENT.withDescription(
                "the message is not a protobuf message of this call's request type"));
      }
    }

    @Override
    public void onHalfClose() {
      if (refused) {
        return;
      }
      try {
        super.onHalfClose();
      } catch (RuntimeException e) {
        log.error("{} failed", call.getMethodDescriptor().getFullMethodName(), e);
        refuse(Status.INTERNAL.withDescription("internal error; the server's log has the cause"));
      }
    }

    private void refuse(Status why) {
      refused = true;
      call.close(why, new Metadata());
    }
  }
}
