package dev.stampede.matchmaking.grpc;

import dev.stampede.openmatch.WatchAssignmentsRequest;
import dev.stampede.openmatch.WatchAssignmentsResponse;
import dev.stampede.testkit.Eventually;
import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The assignments that a client has heard of for a ticket, and how the stream ended. */
final class AssignmentObserver
    implements ClientResponseObserver<WatchAssignmentsRequest, WatchAssignmentsResponse> {

  private final boolean reads;
  private final List<String> connections = new CopyOnWriteArrayList<>();
  private volatile Optional<Status> end = Optional.empty();
  private volatile @Nullable ClientCallStreamObserver<WatchAssignmentsRequest> call;

  /**
   * A client.
   *
   * @param reads whether it reads what it is sent before it is told to
   */
  AssignmentObserver(boolean reads) {
    this.reads = reads;
  }

  AssignmentObserver() {
    this(true);
  }

  @Override
  public void beforeStart(ClientCallStreamObserver<WatchAssignmentsRequest> begun) {
    call = begun;
    if (!reads) {
      begun.disableAutoRequestWithInitial(0);
    }
  }

  @Override
  public void onNext(WatchAssignmentsResponse news) {
    connections.add(news.getAssignment().getConnection());
  }

  @Override
  public void onError(Throwable why) {
    end = Optional.of(Status.fromThrowable(why));
  }

  @Override
  public void onCompleted() {
    end = Optional.of(Status.OK);
  }

  List<String> connections() {
    return connections;
  }

  /** Reads whatever there is. */
  void read() {
    Objects.requireNonNull(call).request(Integer.MAX_VALUE);
  }

  void cancel() {
    Objects.requireNonNull(call).cancel("not interested any more", null);
  }

  List<String> awaitConnections(String... wanted) {
    return Eventually.within(MatchServer.PATIENCE)
        .until("news of " + List.of(wanted), () -> connections, List.of(wanted)::equals);
  }

  Status awaitEnd() {
    return Eventually.within(MatchServer.PATIENCE)
        .until("the watch ends", () -> end.orElse(null), Objects::nonNull);
  }

  boolean isOpen() {
    return end.isEmpty();
  }
}
