package dev.stampede.server.http;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** It worked: a value to be written as JSON, or nothing. */
public record Reply(int status, @Nullable Object json, Map<String, String> headers)
    implements Answer {

  public Reply {
    headers = Map.copyOf(headers);
  }

  public static Reply ok(Object json) {
    return new Reply(200, json, Map.of());
  }

  public static Reply created(Object json) {
    return new Reply(201, json, Map.of());
  }

  public static Reply noContent() {
    return new Reply(204, null, Map.of());
  }

  public static Reply of(int status, Object json) {
    return new Reply(status, json, Map.of());
  }

  /** The same with the age of what it says. */
  public Reply aged(Duration age) {
    Map<String, String> all = new HashMap<>(headers);
    all.putAll(Freshness.headers(age));
    return new Reply(status, json, all);
  }

  public Reply header(String name, String value) {
    Map<String, String> all = new HashMap<>(headers);
    all.put(name, value);
    return new Reply(status, json, all);
  }
}
