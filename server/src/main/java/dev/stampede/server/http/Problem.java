package dev.stampede.server.http;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/** An expected refusal, RFC 9457: what happened and what a person can do about it. */
public record Problem(
    ProblemType type, String detail, Map<String, Object> fields, Map<String, String> headers)
    implements Answer {

  /** One field of a request and what is wrong with it. */
  public record FieldError(String field, String message) {}

  public Problem {
    fields = Map.copyOf(fields);
    headers = Map.copyOf(headers);
  }

  public static Problem of(ProblemType type, String detail) {
    return new Problem(type, detail, Map.of(), Map.of());
  }

  public static Problem invalidField(String field, String message) {
    return invalidFields(List.of(new FieldError(field, message)));
  }

  static Problem invalidFields(List<FieldError> errors) {
    FieldError first = errors.getFirst();
    String more = errors.size() == 1 ? "" : " (and %d more)".formatted(errors.size() - 1);
    return of(ProblemType.INVALID_FIELD, first.message() + more).with("errors", errors);
  }

  /** With a field beside the standard ones. */
  public Problem with(String field, Object value) {
    Map<String, Object> all = new HashMap<>(fields);
    all.put(field, value);
    return new Problem(type, detail, all, headers);
  }

  public Problem header(String name, String value) {
    Map<String, String> all = new HashMap<>(headers);
    all.put(name, value);
    return new Problem(type, detail, fields, all);
  }

  /** Asks to come back after about this long; spread, so that not all come back at once. */
  public Problem retryAfter(Duration about) {
    long seconds = Math.max(1, about.toSeconds());
    long jitter = ThreadLocalRandom.current().nextLong(seconds + 1);
    return header("Retry-After", Long.toString(seconds + jitter));
  }

  /** The body as clients see it. */
  Map<String, Object> body(String requestId) {
    Map<String, Object> body = body();
    body.put("requestId", requestId);
    return body;
  }

  /** The same where it is told of a request that was made before. */
  public Map<String, Object> body() {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("type", type.uri());
    body.put("title", type.title());
    body.put("status", type.status());
    body.put("detail", detail);
    body.putAll(fields);
    return body;
  }
}
