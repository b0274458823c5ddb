package dev.stampede.matchmaking.grpc;

import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Measures how long calls took, by method and status, both of which are ours and bounded. Of
 * streams it counts only the end: how long they last is up to the client.
 */
final class CallTimers implements ServerInterceptor {

  private static final Duration[] BUCKETS = {
    Duration.ofMillis(1),
    Duration.ofMillis(5),
    Duration.ofMillis(25),
    Duration.ofMillis(100),
    Duration.ofMillis(500),
    Duration.ofSeconds(2),
    Duration.ofSeconds(10),
  };

  private final MeterRegistry registry;

  CallTimers(MeterRegistry registry) {
    this.registry = registry;
  }

  @Override
  public <Q, A> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    long began = System.nanoTime();
    boolean once = call.getMethodDescriptor().getType().serverSendsOneMessage();
    return next.startCall(
        new SimpleForwardingServerCall<>(call) {
          @Override
          public void close(Status status, Metadata trailers) {
            record(getMethodDescriptor().getFullMethodName(), status, once ? began : 0);
            super.close(status, trailers);
          }
        },
        headers);
  }

  private void record(String method, Status status, long began) {
    if (began == 0) {
      registry
          .counter("stampede.grpc.streams.ended", "method", method, "code", status.getCode().name())
          .increment();
    } else {
      Timer.builder("stampede.grpc.calls")
          .description("Calls answered, by method and status")
          .tags("method", method, "code", status.getCode().name())
          .serviceLevelObjectives(BUCKETS)
          .register(registry)
          .record(System.nanoTime() - began, TimeUnit.NANOSECONDS);
    }
  }
}
