package dev.stampede.server.operation;

import dev.stampede.engine.claim.BookingRequestId;
import dev.stampede.engine.requests.Receipt;
import dev.stampede.engine.requests.Receipts;
import dev.stampede.server.auth.Access;
import dev.stampede.server.auth.Role;
import dev.stampede.server.http.Answer;
import dev.stampede.server.http.EventStream;
import dev.stampede.server.http.JsonAnswer;
import dev.stampede.server.http.Problem;
import dev.stampede.server.http.ProblemType;
import dev.stampede.server.http.Request;
import dev.stampede.server.http.RouteSet;
import dev.stampede.server.http.Routes;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Routes to poll or watch the result of an asynchronous booking, by its receipt. */
public final class OperationRoutes implements RouteSet {

  private static final String OPERATION = "/api/v1/operations/{id}";
  private static final Access BUYER = Access.requires(Role.BUYER);
  private static final Duration COME_BACK = Duration.ofSeconds(2);

  private final Receipts receipts;
  private final OperationReplies looks;
  private final OperationStreams streams;
  private final InstantSource clock;

  /**
   * The routes.
   *
   * @param clock tells how old a receipt is
   */
  public OperationRoutes(
      Receipts receipts, OperationReplies looks, OperationStreams streams, InstantSource clock) {
    this.receipts = receipts;
    this.looks = looks;
    this.streams = streams;
    this.clock = clock;
  }

  static String path(String token) {
    return OPERATION.replace("{id}", token);
  }

  @Override
  public void addTo(Routes routes) {
    routes
        .get(OPERATION, BUYER, request -> with(request, this::read))
        .get(OPERATION + "/stream", BUYER, request -> with(request, this::watch));
  }

  /**
   * Answers for the caller's receipt. One that is forged, another buyer's or too old does not
   * exist; the detail of the problem tells an old one apart.
   */
  private Answer with(Request request, Function<Receipt, Answer> answer) {
    Optional<Receipt> mine =
        receipts
            .open(request.pathParameter("id"))
            .filter(receipt -> receipt.buyer().sub().equals(request.caller().sub()));
    if (mine.isEmpty()) {
      return Problem.of(
          ProblemType.NOT_FOUND,
          "you have no such operation; use the Location of the 202 answer unchanged");
    }
    return mine.get().isTooOld(clock.instant())
        ? Problem.of(
            ProblemType.NOT_FOUND,
            "the operation is too old and its result is gone; check GET /api/v1/bookings")
        : answer.apply(mine.get());
  }

  private Answer read(Receipt receipt) {
    BookingRequestId id = receipt.id();
    OperationReply reply = looks.look(List.of(id)).get(id);
    return JsonAnswer.ok(reply == null ? OperationReply.queued(clock.instant()) : reply);
  }

  private Answer watch(Receipt receipt) {
    if (streams.isFull()) {
      return Problem.of(
              ProblemType.OVERLOADED,
              "%d clients are watching their requests on this server, which is the limit; try again, or poll GET %s"
                  .formatted(streams.maxWatchers(), "/api/v1/operations/{id}"))
          .retryAfter(COME_BACK);
    }
    return new EventStream(sink -> streams.watch(receipt, sink));
  }
}
