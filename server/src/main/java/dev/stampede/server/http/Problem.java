package dev.stampede.server.http;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * An expected refusal, RFC 9457: what happened and what a person can do about it.
 *
 * @param comeBackSeconds after how long the client should ask again; 0 if the problem does not say
 */
public record Problem(
    ProblemType type,
    String detail,
    Map<String, Object> fields,
    Map<String, String> headers,
    long comeBackSeconds)
    implements Answer {

  /** One field of a request and what is wrong with it. */
  public record FieldError(String field, String message) {}

  public Problem {
    fields = Map.copyOf(fields);
    headers = Map.copyOf(headers);
  }

  public static Problem of(ProblemType type, String detail) {
    return of(type, detail, Map.of());
  }

  /** With these fields beside the standard ones. */
  public static Problem of(ProblemType type, String detail, Map<String, Object> fields) {
    return new Problem(type, detail, fields, Map.of(), 0);
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
    return new Problem(type, detail, all, headers, comeBackSeconds);
  }

  public Problem header(String name, String value) {
    Map<String, String> all = new HashMap<>(this.headers);
    all.put(name, value);
    return new Problem(type, detail, fields, all, comeBackSeconds);
  }

  /** Asks the client to come back after about this long: at least so long, at most twice. */
  public Problem retryAfter(Duration about) {
    return new Problem(type, detail, fields, headers, Math.max(1, about.toSeconds()));
  }

  /**
   * The headers, with a {@code Retry-After} that is drawn anew for each answer: the same problem
   * goes to many clients, and not all of them should come back at once.
   */
  @Override
  public Map<String, String> headers() {
    if (comeBackSeconds == 0) {
      return headers;
    }
    long jitter = ThreadLocalRandom.current().nextLong(comeBackSeconds + 1);
    Map<String, String> all = new HashMap<>(headers);
    all.put("Retry-After", Long.toString(comeBackSeconds + jitter));
    return Map.copyOf(all);
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
