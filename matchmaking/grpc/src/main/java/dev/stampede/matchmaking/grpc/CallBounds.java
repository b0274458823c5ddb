package dev.stampede.matchmaking.grpc;

import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Limits the calls at work and the open streams of all clients together. A call above the limit is
 * refused at once, before its message is read.
 */
final class CallBounds implements ServerInterceptor {

  private final Places calls;
  private final Places streams;

  CallBounds(int maxCalls, int maxStreams) {
    this.calls = new Places(maxCalls, "calls are running on this server");
    this.streams = new Places(maxStreams, "streams are open on this server");
  }

  int calls() {
    return calls.taken.get();
  }

  int streams() {
    return streams.taken.get();
  }

  @Override
  public <Q, A> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    Places places = call.getMethodDescriptor().getType().serverSendsOneMessage() ? calls : streams;
    if (!places.take()) {
      call.close(places.refusal(), new Metadata());
      return new ServerCall.Listener<>() {};
    }
    try {
      return new GivingBack<>(next.startCall(call, headers), places);
    } catch (RuntimeException e) {
      places.giveBack();
      throw e;
    }
  }

  /** Of a call that was begun exactly one of the two ends is told. */
  private static final class GivingBack<Q> extends SimpleForwardingServerCallListener<Q> {

    private final Places places;

    GivingBack(ServerCall.Listener<Q> call, Places places) {
      super(call);
      this.places = places;
    }

    @Override
    public void onComplete() {
      places.giveBack();
      super.onComplete();
    }

    @Override
    public void onCancel() {
      places.giveBack();
      super.onCancel();
    }
  }

  private static final class Places {

    private final int most;
    private final String what;
    private final AtomicInteger taken = new AtomicInteger();

    Places(int most, String what) {
      this.most = most;
      this.what = what;
    }

    boolean take() {
      if (taken.incrementAndGet() > most) {
        taken.decrementAndGet();
        return false;
      }
      return true;
    }

    void giveBack() {
      taken.decrementAndGet();
    }

    Status refusal() {
      return Status.RESOURCE_EXHAUSTED.withDescription(
          "%d %s, which is the limit; try again in a second, or call another server"
              .formatted(most, what));
    }
  }
}
