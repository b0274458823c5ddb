package dev.stampede.server.grpc;

import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What breaks inside is logged, and told outside as no more than that it broke. */
final class CallFailures implements ServerInterceptor {

  private static final Logger log = LoggerFactory.getLogger(CallFailures.class);

  @Override
  public <Q, A> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    return new SimpleForwardingServerCallListener<>(next.startCall(call, headers)) {
      @Override
      public void onHalfClose() {
        try {
          super.onHalfClose();
        } catch (RuntimeException e) {
          log.error("{} failed", call.getMethodDescriptor().getFullMethodName(), e);
          call.close(
              Status.INTERNAL.withDescription("something broke here; the server's log says what"),
              new Metadata());
        }
      }
    };
  }
}
