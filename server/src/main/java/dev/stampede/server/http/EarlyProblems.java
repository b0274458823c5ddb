package dev.stampede.server.http;

import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderValues;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.http.DirectHandlers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Answers what the web server refuses before there is a route: request lines, headers and lengths
 * that cannot be read. Its own words are not passed on; they quote the request and its classes.
 *
 * <p>An internal error of the web server counts as the client's here: our dispatcher lets no
 * exception escape, so only its parser can have failed, for example over headers that end in the
 * middle.
 */
final class EarlyProblems implements DirectHandler {

  static final int MAX_REQUEST_LINE_BYTES = 4 * 1024;
  static final int MAX_HEADER_BYTES = 16 * 1024;

  private static final Duration SOON = Duration.ofSeconds(1);

  private final int maxBodyBytes;
  private final RequestTimers timers;
  private final RequestReadTimeout reads;

  EarlyProblems(int maxBodyBytes, RequestTimers timers, RequestReadTimeout reads) {
    this.maxBodyBytes = maxBodyBytes;
    this.timers = timers;
    this.reads = reads;
  }

  DirectHandlers forEveryEvent() {
    DirectHandlers.Builder handlers = DirectHandlers.builder();
    for (EventType event : EventType.values()) {
      handlers.addHandler(event, this);
    }
    return handlers.build();
  }

  @Override
  public TransportResponse handle(
      TransportRequest request,
      EventType event,
      Status status,
      ServerResponseHeaders ignored,
      @Nullable String message) {
    reads.arrived();
    Problem problem = problem(status.code());
    String id =
        RequestIds.of(
            request.headers().contains(Dispatcher.REQUEST_ID)
                ? request.headers().get(Dispatcher.REQUEST_ID).get()
                : null);
    ServerResponseHeaders headers = ServerResponseHeaders.create();
    SecurityHeaders.data(headers);
    headers.set(AnswerWriter.PROBLEM_JSON);
    problem.headers().forEach((name, value) -> headers.set(HeaderValues.create(name, value)));
    headers.set(HeaderValues.create(Dispatcher.REQUEST_ID, id));
    timers.unknown().record(problem.type().status(), 0);
    return TransportResponse.builder()
        .status(Status.create(problem.type().status()))
        .headers(headers)
        .keepAlive(false)
        .entity(Json.write(problem.body(id)))
        .build();
  }

  private Problem problem(int status) {
    return switch (status) {
      case 413 -> BodyReader.tooLarge(maxBodyBytes);
      case 414 ->
          Problem.of(
              ProblemType.URI_TOO_LONG,
              "the request line is longer than %d bytes; shorten the address"
                  .formatted(MAX_REQUEST_LINE_BYTES));
      case 501 -> Dispatcher.notImplemented();
      case 503 ->
          Problem.of(
                  ProblemType.OVERLOADED,
                  "the server has too many open requests; try again after Retry-After")
              .retryAfter(SOON);
      case 505 ->
          Problem.of(
              ProblemType.HTTP_VERSION_NOT_SUPPORTED, "use HTTP/1.0 or HTTP/1.1 with this server");
      default ->
          Problem.of(
              ProblemType.MALFORMED_REQUEST,
              "the request line or a header is not HTTP, or the headers exceed %d bytes"
                  .formatted(MAX_HEADER_BYTES));
    };
  }
}
