package dev.stampede.server.http;

import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ServerConnectionException;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Map;

/** Turns an answer into HTTP; the only place that does. */
final class AnswerWriter {

  static final Header PROBLEM_JSON =
      HeaderValues.createCached(HeaderNames.CONTENT_TYPE, "application/problem+json");

  private static final Header EVENT_STREAM =
      HeaderValues.createCached(HeaderNames.CONTENT_TYPE, "text/event-stream");

  /** Proxies that gather what they pass on would hold events back. */
  private static final Header UNBUFFERED = HeaderValues.createCached("X-Accel-Buffering", "no");

  private static final byte[] NOTHING = {};
  private static final int NO_CONTENT = 204;
  private static final int NOT_MODIFIED = 304;

  private final ServerResponse response;
  private final String requestId;
  private final boolean headOnly;
  private final boolean close;
  private final boolean chunks;

  /**
   * Writes one answer.
   *
   * @param chunks whether the client can read them; if not, a stream ends with its connection
   */
  AnswerWriter(
      ServerResponse response, String requestId, boolean headOnly, boolean close, boolean chunks) {
    this.response = response;
    this.requestId = requestId;
    this.headOnly = headOnly;
    this.close = close;
    this.chunks = chunks;
  }

  void write(Answer answer) {
    ServerResponseHeaders headers = response.headers();
    headers.set(HeaderValues.create(Dispatcher.REQUEST_ID, requestId));
    if (close) {
      headers.set(HeaderValues.CONNECTION_CLOSE);
    }
    switch (answer) {
      case JsonAnswer reply -> {
        SecurityHeaders.data(headers);
        add(reply.headers());
        if (reply.json() == null) {
          send(reply.status(), NOTHING);
        } else {
          headers.set(HeaderValues.CONTENT_TYPE_JSON);
          send(reply.status(), Json.write(reply.json()));
        }
      }
      case Document document -> {
        switch (document.kind()) {
          case DATA -> SecurityHeaders.data(headers);
          case PAGE -> SecurityHeaders.page(headers);
        }
        add(document.headers());
        send(document.status(), document.bytes());
      }
      case EventStream stream -> {
        SecurityHeaders.data(headers);
        headers.set(EVENT_STREAM);
        headers.set(UNBUFFERED);
        stream(stream);
      }
      case Problem problem -> {
        SecurityHeaders.data(headers);
        add(problem.headers());
        headers.set(PROBLEM_JSON);
        send(problem.type().status(), Json.write(problem.body(requestId)));
      }
    }
  }

  private void stream(EventStream stream) {
    if (headOnly || !chunks) {
      response.headers().set(UnsentLength.UNTIL_CLOSED);
    }
    if (headOnly) {
      send(200, NOTHING);
      return;
    }
    response.status(Status.OK_200);
    try (OutputStream out = response.outputStream()) {
      stream
          .body()
          .writeTo(
              bytes -> {
                out.write(bytes);
                out.flush();
              });
      end();
    } catch (IOException | UncheckedIOException | ServerConnectionException gone) {
      throw new CloseConnectionException("the client of a stream is gone", gone);
    } catch (InterruptedException stopped) {
      throw new CloseConnectionException("a stream was ended", stopped);
    }
  }

  /**
   * Says that it ends here, which the web server does by itself only where the connection stays.
   */
  private void end() {
    if (response instanceof RoutingResponse routed) {
      routed.commit();
    }
  }

  private void add(Map<String, String> extra) {
    if (!extra.isEmpty()) {
      extra.forEach((name, value) -> response.headers().set(HeaderNames.create(name), value));
    }
  }

  private void send(int status, byte[] body) {
    if (status == NO_CONTENT || status == NOT_MODIFIED) {
      response.headers().set(UnsentLength.NOTHING);
    }
    response.status(Status.create(status));
    if (headOnly && body.length > 0) {
      response.headers().contentLength(body.length);
      response.send(NOTHING);
    } else {
      response.send(body);
    }
  }
}
