package dev.stampede.server.http;

import dev.stampede.server.http.Problem.FieldError;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Reads a JSON tree into a record, bending nothing: "5" is not 5, 1.5 is not a whole number, a name
 * nobody knows is an error. All errors are found at once and each names its field and the fix.
 *
 * <p>A component marked {@code @Nullable} may be absent or null; every other must be there. A value
 * that a record's own constructor refuses with an {@link IllegalArgumentException} is the client's
 * error too, in the constructor's words.
 */
final class RecordReader {

  static final int MAX_ERRORS = 20;

  private static final ClassValue<Shape> SHAPES =
      new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
          return Shape.of(type);
        }
      };

  private final List<FieldError> errors = new ArrayList<>();

  private RecordReader() {}

  static <T extends Record> T read(JsonNode tree, Class<T> type) {
    RecordReader reader = new RecordReader();
    Object value = reader.record("", tree, type);
    if (value == null) {
      throw Refusal.of(Problem.invalidFields(reader.errors));
    }
    return type.cast(value);
  }

  /** A record's components and the constructor that takes them. */
  private record Shape(List<Part> parts, Set<String> names, Constructor<?> constructor) {

    static Shape of(Class<?> type) {
      List<Part> parts = Stream.of(type.getRecordComponents()).map(Part::of).toList();
      Class<?>[] types =
          Stream.of(type.getRecordComponents())
              .map(RecordComponent::getType)
              .toArray(Class<?>[]::new);
      try {
        Constructor<?> constructor = type.getDeclaredConstructor(types);
        constructor.setAccessible(true);
        Set<String> names =
            parts.stream().map(Part::name).collect(Collectors.toCollection(TreeSet::new));
        return new Shape(parts, names, constructor);
      } catch (NoSuchMethodException e) {
        throw new IllegalStateException(type + " has no canonical constructor", e);
      }
    }

    Object with(@Nullable Object[] values) {
      try {
        return constructor.newInstance(values);
      } catch (InvocationTargetException e) {
        if (e.getCause() instanceof IllegalArgumentException refused) {
          throw refused;
        }
        throw new IllegalStateException(constructor + " failed", e.getCause());
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(constructor + " cannot be called", e);
      }
    }
  }

  private record Part(String name, Type type, boolean optional) {
    static Part of(RecordComponent component) {
      return new Part(
          component.getName(),
          component.getGenericType(),
          component.getAnnotatedType().isAnnotationPresent(Nullable.class));
    }
  }

  private @Nullable Object record(String path, JsonNode node, Class<?> type) {
    if (!node.isObject()) {
      return refuse(path, "is %s; give an object".formatted(shown(node)));
    }
    Shape shape = SHAPES.get(type);
    int before = errors.size();
    for (String name : node.propertyNames()) {
      if (!shape.names().contains(name)) {
        refuse(
            join(path, name),
            "is not a known field; known fields are " + String.join(", ", shape.names()));
      }
    }
    @Nullable Object[] values = new Object[shape.parts().size()];
    for (int i = 0; i < values.length; i++) {
      Part part = shape.parts().get(i);
      JsonNode child = node.path(part.name());
      if (!child.isMissingNode() && !child.isNull()) {
        values[i] = value(join(path, part.name()), child, part.type());
      } else if (!part.optional()) {
        String how = child.isNull() ? "is null" : "is missing";
        refuse(join(path, part.name()), how + "; give " + wanted(part.type()));
      }
    }
    if (errors.size() > before) {
      return null;
    }
    try {
      return shape.with(values);
    } catch (IllegalArgumentException refused) {
      errors.add(new FieldError(path, String.valueOf(refused.getMessage())));
      return null;
    }
  }

  private @Nullable Object value(String path, JsonNode node, Type type) {
    if (type instanceof ParameterizedType list && list.getRawType() == List.class) {
      return list(path, node, list.getActualTypeArguments()[0]);
    }
    if (!(type instanceof Class<?> plain)) {
      throw new IllegalStateException(type + " cannot be read from JSON");
    }
    if (plain.isRecord()) {
      return record(path, node, plain);
    }
    if (plain == JsonNode.class) {
      return node;
    }
    Object value = scalar(node, plain);
    return value == null
        ? refuse(path, "is %s; give %s".formatted(shown(node), wanted(type)))
        : value;
  }

  private @Nullable Object list(String path, JsonNode node, Type element) {
    if (!node.isArray()) {
      return refuse(path, "is %s; give a list".formatted(shown(node)));
    }
    List<Object> values = new ArrayList<>(node.size());
    for (int i = 0; i < node.size() && errors.size() < MAX_ERRORS; i++) {
      Object value = value(path + "[" + i + "]", node.get(i), element);
      if (value != null) {
        values.add(value);
      }
    }
    return List.copyOf(values);
  }

  private static @Nullable Object scalar(JsonNode node, Class<?> type) {
    if (type == String.class) {
      return node.isString() ? node.stringValue() : null;
    }
    if (type == boolean.class || type == Boolean.class) {
      return node.isBoolean() ? node.booleanValue() : null;
    }
    if (type == int.class || type == Integer.class) {
      Long whole = FieldValues.whole(node, Integer.MIN_VALUE, Integer.MAX_VALUE);
      return whole == null ? null : (Integer) whole.intValue();
    }
    if (type == long.class || type == Long.class) {
      return FieldValues.whole(node);
    }
    if (type == Instant.class) {
      return node.isString() ? instant(node.stringValue()) : null;
    }
    throw new IllegalStateException(type + " cannot be read from JSON");
  }

  private static @Nullable Instant instant(String text) {
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException notATime) {
      return null;
    }
  }

  private static String wanted(Type type) {
    if (type instanceof ParameterizedType) {
      return "a list";
    }
    if (type == String.class) {
      return "a text";
    }
    if (type == boolean.class || type == Boolean.class) {
      return "true or false";
    }
    if (type == int.class || type == Integer.class) {
      return "a whole number, %d..%d".formatted(Integer.MIN_VALUE, Integer.MAX_VALUE);
    }
    if (type == long.class || type == Long.class) {
      return "a whole number, %d..%d".formatted(Long.MIN_VALUE, Long.MAX_VALUE);
    }
    if (type == Instant.class) {
      return "a time like 2030-01-31T19:30:00Z";
    }
    return type == JsonNode.class ? "a value" : "an object";
  }

  private static String shown(JsonNode node) {
    return node.isArray() ? "a list" : FieldValues.shown(node);
  }

  private @Nullable Object refuse(String path, String what) {
    if (errors.size() < MAX_ERRORS) {
      errors.add(new FieldError(path, (path.isEmpty() ? "the body" : path) + " " + what));
    }
    return null;
  }

  private static String join(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }
}
