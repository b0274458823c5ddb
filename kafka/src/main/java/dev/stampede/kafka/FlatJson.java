package dev.stampede.kafka;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The plain fields of a JSON object, those of objects in it under {@code outer.inner}. Lists are
 * passed over: readers of events have no use for them.
 */
final class FlatJson {

  private final Map<String, String> fields = new HashMap<>();

  private FlatJson() {}

  /** Throws if the text is not one JSON object. */
  static FlatJson of(JsonFactory json, byte[] bytes) {
    FlatJson flat = new FlatJson();
    try (JsonParser from = json.createParser(ObjectReadContext.empty(), bytes)) {
      if (from.nextToken() != JsonToken.START_OBJECT) {
        throw new IllegalArgumentException("an event is a JSON object");
      }
      flat.read(from, "");
    }
    return flat;
  }

  private void read(JsonParser from, String outer) {
    String name = from.nextName();
    while (name != null) {
      JsonToken value = from.nextToken();
      if (value == JsonToken.START_OBJECT) {
        read(from, outer + name + ".");
      } else if (value == JsonToken.START_ARRAY) {
        from.skipChildren();
      } else if (value != JsonToken.VALUE_NULL) {
        fields.put(outer + name, from.getString());
      }
      name = from.nextName();
    }
    if (from.currentToken() != JsonToken.END_OBJECT) {
      throw new IllegalArgumentException("an object in an event does not end");
    }
  }

  String text(String field) {
    @Nullable String value = fields.get(field);
    if (value == null) {
      throw new IllegalArgumentException("the event has no field '" + field + "'");
    }
    return value;
  }

  /** The number, or another where the field is missing. */
  long whole(String field, long otherwise) {
    return fields.containsKey(field) ? whole(field) : otherwise;
  }

  long whole(String field) {
    String value = text(field);
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'%s' is %s, no whole number".formatted(field, value), e);
    }
  }
}
