package dev.stampede.server.http;

import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerResponse;
import java.util.Map;

/** Turns an answer into HTTP; the only place that does. */
final class AnswerWriter {

  static final Header PROBLEM_JSON =
      HeaderValues.createCached(HeaderNames.CONTENT_TYPE, "application/problem+json");

  private static final byte[] NOTHING = {};

  private final ServerResponse response;
  private final String requestId;
  private final boolean headOnly;
  private final boolean close;

  AnswerWriter(ServerResponse response, String requestId, boolean headOnly, boolean close) {
    this.response = response;
    this.requestId = requestId;
    this.headOnly = headOnly;
    this.close = close;
  }

  void write(Answer answer) {
    ServerResponseHeaders headers = response.headers();
    headers.set(HeaderValues.create(Dispatcher.REQUEST_ID, requestId));
    if (close) {
      headers.set(HeaderValues.CONNECTION_CLOSE);
    }
    switch (answer) {
      case Reply reply -> {
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
      case Problem problem -> {
        SecurityHeaders.data(headers);
        add(problem.headers());
        headers.set(PROBLEM_JSON);
        send(problem.type().status(), Json.write(problem.body(requestId)));
      }
    }
  }

  private void add(Map<String, String> extra) {
    if (!extra.isEmpty()) {
      extra.forEach((name, value) -> response.headers().set(HeaderNames.create(name), value));
    }
  }

  private void send(int status, byte[] body) {
    response.status(Status.create(status));
    if (headOnly && body.length > 0) {
      response.headers().contentLength(body.length);
      response.send(NOTHING);
    } else {
      response.send(body);
    }
  }
}
