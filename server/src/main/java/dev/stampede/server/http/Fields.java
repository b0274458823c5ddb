package dev.stampede.server.http;

import dev.stampede.server.http.Problem.FieldError;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The fields of a JSON object, read one by one; what is wrong with any of them is gathered, so that
 * a client hears it all at once, each with its path, its limit and the fix.
 *
 * <p>For bodies whose fields have limits, or where null means something; {@link Request#body} is
 * enough for the others. Bends nothing: "5" is not 5.
 */
public final class Fields {

  static final int MAX_ERRORS = 20;

  private final JsonNode node;
  private final String path;
  private final List<FieldError> errors;

  private Fields(JsonNode node, String path, List<FieldError> errors) {
    this.node = node;
    this.path = path;
    this.errors = errors;
    if (!node.isObject()) {
      add(
          path,
          (path.isEmpty() ? "the body" : path)
              + " is "
              + FieldValues.shown(node)
              + "; give an object");
    }
  }

  public static Fields of(JsonNode body) {
    return new Fields(body, "", new ArrayList<>());
  }

  /** Refuses every field but these. */
  public Fields knowing(Set<String> names) {
    return knowing(names, Set.of());
  }

  /** Refuses every field but these, and those that are refused elsewhere. */
  public Fields knowing(Set<String> names, Set<String> refused) {
    if (node.isObject() && node.size() > 0) {
      for (String name : node.propertyNames()) {
        if (!names.contains(name) && !refused.contains(name)) {
          refuse(name, "is not a known field; " + known(names));
        }
      }
    }
    return this;
  }

  private static String known(Set<String> names) {
    return names.isEmpty()
        ? "this call takes none, send {} or no body"
        : "known fields are " + String.join(", ", new TreeSet<>(names));
  }

  /** True if the field is there at all, null included. */
  public boolean has(String name) {
    return !node.path(name).isMissingNode();
  }

  /** True if the field has a value, good or not. */
  public boolean isPresent(String name) {
    return has(name) && !isNull(name);
  }

  public boolean isNull(String name) {
    return node.path(name).isNull();
  }

  /** A text of so many characters, all of them printable and one of them visible. */
  public Field<String> text(String name, int min, int max) {
    String wanted = "a text of " + min + ".." + max + " printable characters";
    return read(
        name,
        wanted,
        value -> FieldValues.text(value, min, max),
        value -> FieldValues.notText(value, max));
  }

  /** A whole number of this range. */
  public Field<Long> whole(String name, long min, long max) {
    return read(
        name, "a whole number, " + min + ".." + max, value -> FieldValues.whole(value, min, max));
  }

  /** A number of this range; the infinities are texts, as protobuf writes them in JSON. */
  public Field<Double> number(String name, double min, double max) {
    return read(
        name, "a number, " + min + ".." + max, value -> FieldValues.number(value, min, max));
  }

  public Field<Boolean> flag(String name) {
    return read(
        name, "true or false", value -> value.isBoolean() ? (Boolean) value.booleanValue() : null);
  }

  /** An RFC 3339 time; kept to the microsecond, as the database keeps it. */
  public Field<Instant> time(String name) {
    return read(name, "a time like 2030-01-31T19:30:00Z", FieldValues::time);
  }

  public Field<Fields> object(String name) {
    return read(
        name,
        "an object",
        value -> value.isObject() ? new Fields(value, join(name), errors) : null);
  }

  /** A list of so many objects. */
  public Field<List<Fields>> objects(String name, int min, int max) {
    return read(
        name,
        "a list of " + min + ".." + max + " objects",
        value -> {
          if (!value.isArray() || value.size() < min || value.size() > max) {
            return null;
          }
          List<Fields> all = new ArrayList<>(value.size());
          for (int i = 0; i < value.size(); i++) {
            all.add(new Fields(value.get(i), join(name) + "[" + i + "]", errors));
          }
          return all;
        });
  }

  /** A list of texts, of any length and content: the caller knows which are good. */
  public Field<List<String>> texts(String name, int min, int max) {
    return read(
        name,
        "a list of " + min + ".." + max + " texts",
        value -> {
          if (!value.isArray() || value.size() < min || value.size() > max) {
            return null;
          }
          List<String> all = new ArrayList<>(value.size());
          for (JsonNode element : value) {
            if (!element.isString()) {
              return null;
            }
            all.add(element.stringValue());
          }
          return all;
        });
  }

  /** Notes what is wrong with a field; the message goes on after the field's path. */
  public void refuse(String name, String what) {
    String at = join(name);
    add(at, at + " " + what);
  }

  /** Returns all problems found, for a caller that reads something other than a request. */
  public List<String> problems() {
    return errors.stream().map(FieldError::message).toList();
  }

  /** Returns if nothing was wrong; otherwise the request is answered with all that was. */
  public void requireGood() {
    if (!errors.isEmpty()) {
      throw Refusal.of(Problem.invalidFields(errors));
    }
  }

  /** One field: absent, wrong (and noted as such), or a value. */
  public final class Field<T> {
    private final String name;
    private final String wanted;
    private final @Nullable T value;

    private Field(String name, String wanted, @Nullable T value) {
      this.name = name;
      this.wanted = wanted;
      this.value = value;
    }

    /** Empty when it is absent, null or wrong. */
    public Optional<T> optional() {
      return Optional.ofNullable(value);
    }

    public T orElse(T otherwise) {
      return value == null ? otherwise : value;
    }

    /** Empty when it is wrong; to be absent or null is wrong. */
    public Optional<T> required() {
      if (!isPresent(name)) {
        refuse(name, (has(name) ? "is null" : "is missing") + "; give " + wanted);
      }
      return optional();
    }
  }

  /** Reads a value, or says null when it is not what is wanted. */
  @FunctionalInterface
  private interface Reader<T> {
    @Nullable T read(JsonNode value);
  }

  private <T> Field<T> read(String name, String wanted, Reader<T> reader) {
    return read(name, wanted, reader, value -> "is " + FieldValues.shown(value));
  }

  private <T> Field<T> read(
      String name, String wanted, Reader<T> reader, Function<JsonNode, String> wrong) {
    JsonNode value = node.path(name);
    if (value.isMissingNode() || value.isNull()) {
      return new Field<>(name, wanted, null);
    }
    T read = reader.read(value);
    if (read == null) {
      refuse(name, wrong.apply(value) + "; give " + wanted);
    }
    return new Field<>(name, wanted, read);
  }

  private void add(String field, String message) {
    if (errors.size() < MAX_ERRORS) {
      errors.add(new FieldError(field, message));
    }
  }

  private String join(String name) {
    return path.isEmpty() ? name : path + "." + name;
  }
}
