package dev.stampede.server.operation;

import dev.stampede.engine.claim.BookingRequest;
import dev.stampede.engine.claim.BookingRequestId;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.deadline.RequestDeadline;
import dev.stampede.engine.requests.Receipt;
import dev.stampede.engine.requests.Receipts;
import dev.stampede.engine.requests.RequestBacklogLimit;
import dev.stampede.engine.requests.RequestQueue;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.server.http.Answer;
import dev.stampede.server.http.JsonAnswer;
import dev.stampede.server.http.Preferences;
import dev.stampede.server.http.Problem;
import dev.stampede.server.http.ProblemType;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes claims that may be answered later: accepts them once Kafka has them for good, and not a
 * moment before. By then every check that needs no database has been made.
 */
public final class RequestAcceptor {

  private static final Duration SOON = Duration.ofSeconds(1);
  private static final Duration LATER = Duration.ofSeconds(5);

  private static final Logger log = LoggerFactory.getLogger(RequestAcceptor.class);

  private final RequestBacklogLimit backlog;
  private final RequestQueue queue;
  private final Receipts receipts;
  private final AcceptanceListener listener;
  private final InstantSource clock;

  /**
   * Accepts requests into a queue.
   *
   * @param clock about the database's time; the moment of acceptance
   */
  public RequestAcceptor(
      RequestBacklogLimit backlog,
      RequestQueue queue,
      Receipts receipts,
      AcceptanceListener listener,
      InstantSource clock) {
    this.backlog = backlog;
    this.queue = queue;
    this.receipts = receipts;
    this.listener = listener;
    this.clock = clock;
  }

  /** Seats to be claimed and paid in one step; with a good pass where one is needed. */
  public Answer accept(Claim.Buy claim, SeatMap map) {
    return accept(claim, SectionKey.of(claim.show(), map, claim.wanted()));
  }

  /** A hold to be paid with points. */
  public Answer accept(Claim.Book claim, HeldSeats hold, SeatMap map) {
    return accept(claim, SectionKey.of(claim.show(), map, hold.seats()));
  }

  private Answer accept(Claim.Paying claim, String key) {
    return switch (backlog.state()) {
      case RequestBacklogLimit.State.Open _ -> send(claim, key);
      case RequestBacklogLimit.State.Full full ->
          refused(
              Problem.of(
                      ProblemType.OVERLOADED,
                      "%d requests wait to be decided and the limit is %d; nothing was changed, try again after Retry-After"
                          .formatted(full.waiting(), full.limit()))
                  .retryAfter(SOON));
      case RequestBacklogLimit.State.Unreachable _ -> refused(nowhereToQueue());
      case RequestBacklogLimit.State.ReadOnly _ ->
          refused(
              Problem.of(
                      ProblemType.READ_ONLY,
                      "the server cannot move seats or points at the moment; nothing was changed, try again after Retry-After")
                  .retryAfter(LATER));
    };
  }

  private Answer send(Claim.Paying claim, String key) {
    Instant now = clock.instant();
    BookingRequest request =
        new BookingRequest(BookingRequestId.fresh(now.toEpochMilli()), now, claim);
    backlog.entered();
    return switch (queue.send(key, request)) {
      case RequestQueue.Sent.Queued(int partition, long offset) -> {
        listener.accepted();
        Receipt receipt = new Receipt(request.id(), claim.buyer(), now, partition, offset);
        yield Preferences.answeredLater(
            JsonAnswer.of(202, OperationReply.queued(now))
                .header("Location", OperationRoutes.path(receipts.seal(receipt))));
      }
      case RequestQueue.Sent.NotSent(String why) -> {
        log.debug("a request could not be sent: {}", why);
        backlog.unanswered();
        yield refused(nowhereToQueue());
      }
      case RequestQueue.Sent.Unanswered(String why) -> {
        log.warn("Kafka did not confirm whether request {} is queued: {}", request.id(), why);
        // Otherwise the caller was in a hurry, and the broker is not slow.
        if (!RequestDeadline.passed()) {
          backlog.unanswered();
        }
        listener.unanswered();
        yield Problem.of(
                ProblemType.OUTCOME_UNKNOWN,
                "the server does not know whether the request is queued; repeat it with the same"
                    + " Idempotency-Key, which books once, or check GET /api/v1/bookings")
            .retryAfter(SOON);
      }
    };
  }

  private Problem refused(Problem problem) {
    listener.refused(problem.type().slug());
    return problem;
  }

  private static Problem nowhereToQueue() {
    return Problem.of(
            ProblemType.OVERLOADED,
            "the server cannot queue requests at the moment; nothing was changed, try again after"
                + " Retry-After, or at once without Prefer: respond-async")
        .retryAfter(LATER);
  }
}
