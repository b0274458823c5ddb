package dev.stampede.matchmaking.grpc;

import dev.stampede.matchmaking.ticket.Assignment;
import dev.stampede.matchmaking.ticket.TicketId;
import dev.stampede.matchmaking.ticket.Tickets;
import dev.stampede.matchmaking.ticket.WatchOutcome;
import dev.stampede.matchmaking.ticket.Watcher;
import dev.stampede.openmatch.WatchAssignmentsResponse;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One client that watches one ticket. It has no thread: the thread that brings news writes to it,
 * and when the client has not read the last one yet, only the newest is kept for it.
 *
 * <p>It ends once: by its client, by the ticket, or by the server. Whichever comes first, the watch
 * is closed, also when that is not known yet:
 *
 * <ol>
 *   <li>the client asks to watch, and the store is told
 *   <li>the client goes; there is nothing to close yet
 *   <li>the store answers with the watch: it is closed at once
 * </ol>
 */
final class AssignmentStream implements Watcher {

  private final TicketId id;
  private final ServerCallStreamObserver<WatchAssignmentsResponse> client;
  private final Consumer<AssignmentStream> left;
  private @Nullable Assignment told;
  private @Nullable Assignment next;
  private WatchOutcome.@Nullable Watch watch;
  private boolean over;

  /**
   * A stream that is not begun.
   *
   * @param left hears when it has ended
   */
  AssignmentStream(
      TicketId id,
      ServerCallStreamObserver<WatchAssignmentsResponse> client,
      Consumer<AssignmentStream> left) {
    this.id = id;
    this.client = client;
    this.left = left;
    client.setOnCancelHandler(this::leave);
    client.setOnReadyHandler(this::tell);
  }

  void begin(Tickets tickets) {
    switch (tickets.watch(id, this)) {
      case WatchOutcome.Begun begun -> keep(begun.watch());
      case WatchOutcome.TooMany most ->
          end(
              Status.RESOURCE_EXHAUSTED.withDescription(
                  "clients watch %d tickets on this server, which is the limit; try again, or call another server"
                      .formatted(most.limit())));
    }
  }

  private void keep(WatchOutcome.Watch begun) {
    if (!isKept(begun)) {
      begun.close();
    }
  }

  private synchronized boolean isKept(WatchOutcome.Watch begun) {
    watch = begun;
    return !over;
  }

  /** Without one there is nothing to tell: a client waits for the first. */
  @Override
  public void assignment(Optional<Assignment> now) {
    now.ifPresent(this::bring);
  }

  private synchronized void bring(Assignment news) {
    next = news;
    tell();
  }

  @Override
  public void gone() {
    end(TicketCalls.notFound(id.value()));
  }

  private synchronized void tell() {
    Assignment news = next;
    if (over || news == null || !client.isReady()) {
      return;
    }
    next = null;
    if (!news.equals(told)) {
      told = news;
      client.onNext(
          WatchAssignmentsResponse.newBuilder().setAssignment(TicketConverter.write(news)).build());
    }
  }

  /** Ends it from our side. */
  void end(Status why) {
    if (leave()) {
      client.onError(why.asRuntimeException());
    }
  }

  /**
   * Ends the stream; true if this call was the end of it. The store is called without our lock,
   * because it may have its own.
   */
  private boolean leave() {
    WatchOutcome.Watch begun;
    synchronized (this) {
      if (over) {
        return false;
      }
      over = true;
      begun = watch;
    }
    if (begun != null) {
      begun.close();
    }
    left.accept(this);
    return true;
  }
}
