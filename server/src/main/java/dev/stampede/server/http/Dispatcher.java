package dev.stampede.server.http;

import dev.stampede.server.auth.Access;
import dev.stampede.server.auth.Authentication;
import dev.stampede.server.auth.Authentication.Anonymous;
import dev.stampede.server.auth.Authentication.Authenticated;
import dev.stampede.server.auth.Authentication.Rejected;
import dev.stampede.server.auth.Authenticator;
import dev.stampede.server.http.RouteTable.Match;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Handles every request: gives it an id, finds its route, checks its credentials, calls the
 * handler, writes the answer and records the time. A handler's exception becomes an answer; only
 * {@link CloseConnectionException} passes this class.
 */
final class Dispatcher implements io.helidon.webserver.http.Handler {

  static final HeaderName REQUEST_ID = HeaderNames.create("X-Request-Id");

  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE");

  private static final String LOGGED_AS = "requestId";
  private static final Logger log = LoggerFactory.getLogger(Dispatcher.class);

  private final RouteTable table;
  private final RequestTimers timers;
  private final Authenticator authenticator;
  private final Request.Reading reading;
  private final Drain drain;

  Dispatcher(
      RouteTable table,
      RequestTimers timers,
      Authenticator authenticator,
      Request.Reading reading,
      Drain drain) {
    this.table = table;
    this.timers = timers;
    this.authenticator = authenticator;
    this.reading = reading;
    this.drain = drain;
  }

  @Override
  public void handle(ServerRequest raw, ServerResponse response) {
    long started = System.nanoTime();
    reading.bodies().noteArrival(raw);
    String id = RequestIds.of(Request.header(raw, REQUEST_ID));
    MDC.put(LOGGED_AS, id);
    try {
      String method = raw.prologue().method().text();
      Match match = table.match(method, raw.prologue().uriPath().rawPath());
      line(match).arrived();
      Outcome outcome = answered(raw, id, method, match);
      boolean stream = outcome.answer() instanceof EventStream;
      boolean close = stream || outcome.close() || drain.begun() || asksToClose(raw);
      if (stream) {
        line(match).recordStream(System.nanoTime() - started);
      }
      boolean chunks = !stream || !RequestHead.isHttp10(raw.headers());
      new AnswerWriter(response, id, method.equals("HEAD"), close, chunks).write(outcome.answer());
      if (!stream) {
        note(match, response.status().code(), System.nanoTime() - started, outcome.answer());
      }
      if (close) {
        // The web server itself would go on to read what follows as the next request.
        throw new CloseConnectionException("closed after the answer");
      }
    } finally {
      MDC.remove(LOGGED_AS);
    }
  }

  private void note(Match match, int status, long nanos, Answer answer) {
    if (match instanceof Match.Found found && found.timed().route().isClaim()) {
      found.timed().timers().record(status, nanos, answer);
    } else {
      line(match).record(status, nanos);
    }
  }

  /** An answer, and whether the connection must end with it. */
  private record Outcome(Answer answer, boolean close) {}

  private Outcome answered(ServerRequest raw, String id, String method, Match match) {
    Optional<Problem> broken = Framing.problem(raw.headers());
    if (broken.isPresent()) {
      return new Outcome(broken.get(), true);
    }
    Answer answer;
    try {
      answer = answer(raw, id, method, match);
    } catch (Refusal refusal) {
      if (refusal.isLost()) {
        return new Outcome(refusal.problem(), true);
      }
      answer = refusal.problem();
    } catch (CloseConnectionException gone) {
      throw gone;
    } catch (InterruptedException stopped) {
      return new Outcome(overloaded(), true);
    } catch (Throwable broke) {
      answer = failed(method, match, broke);
    }
    return new Outcome(answer, !reading.bodies().discard(raw));
  }

  private static Problem failed(String method, Match match, Throwable broke) {
    boolean changes = !method.equals("GET") && !method.equals("HEAD");
    Optional<Problem> away = DatabaseAway.problem(broke, changes);
    if (away.isPresent()) {
      log.warn(
          "{} {}: PostgreSQL did not serve the request: {}",
          method,
          template(match),
          broke.getMessage());
      return away.get();
    }
    log.error("{} {} failed", method, template(match), broke);
    return Problem.of(
        ProblemType.INTERNAL_ERROR, "the server failed; tell the operator the requestId");
  }

  private Answer answer(ServerRequest raw, String id, String method, Match match) throws Exception {
    return switch (match) {
      case Match.Unknown unknown when !METHODS.contains(method) -> notImplemented();
      case Match.WrongMethod wrong when !METHODS.contains(method) -> notImplemented();
      case Match.Unknown unknown ->
          Problem.of(ProblemType.NOT_FOUND, "there is nothing at this path; see /docs");
      case Match.WrongMethod wrong -> wrongMethod(method, wrong);
      case Match.Found found -> {
        Access access = found.timed().route().access();
        Authentication who = who(raw, method, access);
        Problem refusal = refusal(access, who);
        yield refusal == null
            ? found.timed().route().handler().handle(new Request(raw, id, found, who, reading))
            : refusal;
      }
    };
  }

  static Problem notImplemented() {
    return Problem.of(
        ProblemType.NOT_IMPLEMENTED,
        "there is no such method here; methods are case-sensitive, such as GET and POST");
  }

  private static Answer wrongMethod(String method, Match.WrongMethod wrong) {
    String allowed = String.join(", ", wrong.allowed());
    return method.equals("OPTIONS")
        ? JsonAnswer.noContent().header("Allow", allowed)
        : Problem.of(
                ProblemType.METHOD_NOT_ALLOWED, "%s takes %s".formatted(wrong.template(), allowed))
            .header("Allow", allowed);
  }

  private Authentication who(ServerRequest raw, String method, Access access) {
    if (access.need() == Access.Need.NOTHING) {
      return Authentication.anonymous();
    }
    return authenticator.authenticate(
        Request.header(raw, HeaderNames.AUTHORIZATION),
        Request.header(raw, HeaderNames.COOKIE),
        method.equals("GET") || method.equals("HEAD"));
  }

  private static @Nullable Problem refusal(Access access, Authentication who) {
    return switch (who) {
      case Authenticated good ->
          access.admits(good.caller())
              ? null
              : Problem.of(
                  ProblemType.FORBIDDEN,
                  "this call needs one of the roles %s; the token has %s"
                      .formatted(Labels.of(access.anyOf()), Labels.of(good.caller().roles())));
      case Rejected bad -> unauthenticated(bad.reason(), "Bearer error=\"invalid_token\"");
      case Anonymous nobody ->
          access.need() == Access.Need.CREDENTIALS
              ? unauthenticated(
                  "the request has no token; send Authorization: Bearer <token>", "Bearer")
              : null;
    };
  }

  private static Problem unauthenticated(String detail, String challenge) {
    return Problem.of(ProblemType.UNAUTHENTICATED, detail).header("WWW-Authenticate", challenge);
  }

  private static Problem overloaded() {
    return Problem.of(ProblemType.OVERLOADED, "the server is stopping; try again")
        .retryAfter(Duration.ofSeconds(1));
  }

  private static boolean asksToClose(ServerRequest raw) {
    return raw.headers().contains(HeaderValues.CONNECTION_CLOSE);
  }

  private RequestTimers.Line line(Match match) {
    return match instanceof Match.Found found ? found.timed().timers() : timers.unknown();
  }

  private static String template(Match match) {
    return match instanceof Match.Found found ? found.timed().route().template() : "unknown";
  }
}
