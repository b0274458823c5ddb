package dev.stampede.crowd.demo;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An answer's body, looked into by name. A value that is missing, or of another type, is an empty
 * answer and never a failure: the crowd goes on whatever it is told.
 */
final class JsonBody {

  private static final JsonBody NOTHING = new JsonBody(null);

  private final @Nullable Object value;

  private JsonBody(@Nullable Object value) {
    this.value = value;
  }

  /** Nothing at all, where the text is not JSON. */
  static JsonBody of(String text) {
    return JsonReader.read(text).map(JsonBody::new).orElse(NOTHING);
  }

  JsonBody at(String name) {
    return value instanceof Map<?, ?> fields ? new JsonBody(fields.get(name)) : NOTHING;
  }

  List<JsonBody> items() {
    return value instanceof List<?> list
        ? list.stream().map(item -> new JsonBody(item)).toList()
        : List.of();
  }

  Optional<String> text() {
    return value instanceof String text ? Optional.of(text) : Optional.empty();
  }

  String text(String name) {
    return at(name).text().orElse("");
  }

  long whole(String name, long otherwise) {
    return at(name).value instanceof Double number ? number.longValue() : otherwise;
  }

  boolean flag(String name) {
    return Boolean.TRUE.equals(at(name).value);
  }
}
