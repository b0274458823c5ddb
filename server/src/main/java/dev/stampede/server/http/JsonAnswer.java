package dev.stampede.server.http;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** It worked: a value to be written as JSON, or nothing. */
public record JsonAnswer(int status, @Nullable Object json, Map<String, String> headers)
    implements Answer {

  public JsonAnswer {
    headers = Map.copyOf(headers);
  }

  public static JsonAnswer ok(Object json) {
    return new JsonAnswer(200, json, Map.of());
  }

  public static JsonAnswer created(Object json) {
    return new JsonAnswer(201, json, Map.of());
  }

  public static JsonAnswer noContent() {
    return new JsonAnswer(204, null, Map.of());
  }

  public static JsonAnswer of(int status, Object json) {
    return new JsonAnswer(status, json, Map.of());
  }

  /** The same with the age of what it says. */
  public JsonAnswer aged(Duration age) {
    Map<String, String> all = new HashMap<>(headers);
    all.putAll(Freshness.headers(age));
    return new JsonAnswer(status, json, all);
  }

  public JsonAnswer header(String name, String value) {
    Map<String, String> all = new HashMap<>(headers);
    all.put(name, value);
    return new JsonAnswer(status, json, all);
  }
}
