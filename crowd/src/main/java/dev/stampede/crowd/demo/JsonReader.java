package dev.stampede.crowd.demo;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON into maps, lists, strings, doubles and booleans. The crowd stands on the JDK alone,
 * and what it reads was written by a server that it trusts to write JSON.
 */
final class JsonReader {

  private static final int MAX_DEPTH = 32;

  private final String text;
  private int at;

  private JsonReader(String text) {
    this.text = text;
  }

  /** Carries one out of any depth when the text is not JSON. */
  private static final class NotJsonException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotJsonException() {
      super("not JSON", null, false, false);
    }
  }

  static Optional<Object> read(String text) {
    JsonReader reader = new JsonReader(text);
    try {
      return Optional.ofNullable(reader.value(0));
    } catch (NotJsonException e) {
      return Optional.empty();
    }
  }

  private @Nullable Object value(int depth) {
    if (depth > MAX_DEPTH) {
      throw new NotJsonException();
    }
    return switch (peek()) {
      case '{' -> object(depth);
      case '[' -> list(depth);
      case '"' -> string();
      case 't' -> word("true", true);
      case 'f' -> word("false", false);
      case 'n' -> word("null", null);
      default -> number();
    };
  }

  private Map<String, @Nullable Object> object(int depth) {
    Map<String, @Nullable Object> fields = new HashMap<>();
    at++;
    if (!ends('}')) {
      do {
        if (peek() != '"') {
          throw new NotJsonException();
        }
        String name = string();
        expect(':');
        fields.put(name, value(depth + 1));
      } while (goesOn('}'));
    }
    return fields;
  }

  private List<@Nullable Object> list(int depth) {
    List<@Nullable Object> items = new ArrayList<>();
    at++;
    if (!ends(']')) {
      do {
        items.add(value(depth + 1));
      } while (goesOn(']'));
    }
    return items;
  }

  private String string() {
    StringBuilder read = new StringBuilder();
    at++;
    while (current() != '"') {
      char next = take();
      read.append(next == '\\' ? escaped() : next);
    }
    at++;
    return read.toString();
  }

  private char escaped() {
    char named = take();
    return switch (named) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'u' -> unicode();
      default -> named;
    };
  }

  private char unicode() {
    if (at + 4 > text.length()) {
      throw new NotJsonException();
    }
    try {
      return (char) Integer.parseInt(text, at, at + 4, 16);
    } catch (NumberFormatException e) {
      throw new NotJsonException();
    } finally {
      at += 4;
    }
  }

  private Double number() {
    int from = at;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    try {
      return Double.valueOf(text.substring(from, at));
    } catch (NumberFormatException e) {
      throw new NotJsonException();
    }
  }

  private @Nullable Object word(String word, @Nullable Object value) {
    if (!text.startsWith(word, at)) {
      throw new NotJsonException();
    }
    at += word.length();
    return value;
  }

  private boolean ends(char end) {
    boolean ended = peek() == end;
    at += ended ? 1 : 0;
    return ended;
  }

  private boolean goesOn(char end) {
    if (ends(end)) {
      return false;
    }
    expect(',');
    return true;
  }

  private void expect(char wanted) {
    if (peek() != wanted) {
      throw new NotJsonException();
    }
    at++;
  }

  /** The next character that is no space. */
  private char peek() {
    while (Character.isWhitespace(current())) {
      at++;
    }
    return current();
  }

  private char current() {
    if (at >= text.length()) {
      throw new NotJsonException();
    }
    return text.charAt(at);
  }

  private char take() {
    char taken = current();
    at++;
    return taken;
  }
}
