package dev.stampede.bench.matching;

import dev.stampede.bench.turns.Nanos;
import dev.stampede.openmatch.CreateTicketRequest;
import dev.stampede.openmatch.FrontendServiceGrpc;
import dev.stampede.openmatch.SearchFields;
import dev.stampede.openmatch.Ticket;
import dev.stampede.openmatch.WatchAssignmentsRequest;
import dev.stampede.openmatch.WatchAssignmentsResponse;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * Players over gRPC, a number at a time: each creates a ticket, watches it until it is assigned,
 * and comes again. They share a few connections, as players behind a game's own servers do.
 */
final class GrpcPlayers implements AutoCloseable {

  private static final int CHANNELS = 4;
  private static final int SKILLS = 3_000;
  private static final Duration END_WITHIN = Duration.ofSeconds(10);

  private final List<ManagedChannel> channels;
  private final Nanos waits = new Nanos();
  private final AtomicLong failures = new AtomicLong();
  private volatile boolean counts;
  private volatile boolean goOn = true;
  private volatile Status lastFailure = Status.OK;

  private GrpcPlayers(List<ManagedChannel> channels) {
    this.channels = channels;
  }

  static GrpcPlayers come(int port, int players) {
    GrpcPlayers all =
        new GrpcPlayers(
            IntStream.range(0, CHANNELS)
                .mapToObj(
                    _ -> NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build())
                .map(ManagedChannel.class::cast)
                .toList());
    for (int i = 0; i < players; i++) {
      all.again(FrontendServiceGrpc.newStub(all.channels.get(i % CHANNELS)));
    }
    return all;
  }

  /** Returns the waits of the players who were assigned within this time. */
  Nanos waitsDuring(Duration duration) throws InterruptedException {
    counts = true;
    Thread.sleep(duration);
    counts = false;
    synchronized (waits) {
      if (waits.count() == 0) {
        throw new IllegalStateException(
            "nobody was assigned; %d calls failed, the last with %s"
                .formatted(failures.get(), lastFailure));
      }
      Nanos now = new Nanos();
      now.addAll(waits);
      return now;
    }
  }

  long failures() {
    return failures.get();
  }

  private void again(FrontendServiceGrpc.FrontendServiceStub stub) {
    if (goOn) {
      double skill = ThreadLocalRandom.current().nextInt(SKILLS);
      stub.createTicket(
          CreateTicketRequest.newBuilder()
              .setTicket(
                  Ticket.newBuilder()
                      .setSearchFields(SearchFields.newBuilder().putDoubleArgs("skill", skill)))
              .build(),
          new Created(stub, System.nanoTime()));
    }
  }

  private void failed(Throwable why) {
    if (goOn) {
      failures.incrementAndGet();
      lastFailure = Status.fromThrowable(why);
    }
  }

  /** Watches the ticket that it is given. */
  private final class Created implements StreamObserver<Ticket> {

    private final FrontendServiceGrpc.FrontendServiceStub stub;
    private final long since;

    Created(FrontendServiceGrpc.FrontendServiceStub stub, long since) {
      this.stub = stub;
      this.since = since;
    }

    @Override
    public void onNext(Ticket ticket) {
      stub.watchAssignments(
          WatchAssignmentsRequest.newBuilder().setTicketId(ticket.getId()).build(),
          new Watched(stub, since));
    }

    @Override
    public void onError(Throwable why) {
      failed(why);
    }

    @Override
    public void onCompleted() {
      // The ticket was the answer.
    }
  }

  /** Ends with the first assignment. */
  private final class Watched
      implements ClientResponseObserver<WatchAssignmentsRequest, WatchAssignmentsResponse> {

    private final FrontendServiceGrpc.FrontendServiceStub stub;
    private final long since;
    private Runnable leave = () -> {};
    private boolean assigned;

    Watched(FrontendServiceGrpc.FrontendServiceStub stub, long since) {
      this.stub = stub;
      this.since = since;
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<WatchAssignmentsRequest> begun) {
      leave = () -> begun.cancel("has its assignment", null);
    }

    @Override
    public void onNext(WatchAssignmentsResponse told) {
      if (!assigned && !told.getAssignment().getConnection().isEmpty()) {
        assigned = true;
        if (counts) {
          synchronized (waits) {
            waits.add(System.nanoTime() - since);
          }
        }
        leave.run();
        again(stub);
      }
    }

    @Override
    public void onError(Throwable why) {
      if (!assigned) {
        failed(why);
      }
    }

    @Override
    public void onCompleted() {
      // Only the client ends it.
    }
  }

  @Override
  public void close() {
    goOn = false;
    channels.forEach(ManagedChannel::shutdownNow);
    try {
      for (ManagedChannel channel : channels) {
        var _ = channel.awaitTermination(END_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
