package dev.stampede.prove.site;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/** The grammar of Redis's protocol, versions 2 and 3, as far as it takes to tell replies apart. */
final class RespMessages {

  static final int INCOMPLETE = -1;

  private RespMessages() {}

  /** Returns the index behind the element that begins here, or {@link #INCOMPLETE}. */
  static int end(byte[] bytes, int from, int length) {
    int line = lineEnd(bytes, from, length);
    if (line == INCOMPLETE) {
      return INCOMPLETE;
    }
    return switch (bytes[from]) {
      case '$', '=', '!' -> bulkEnd(number(bytes, from, line), line, length);
      case '*', '~', '>' -> elementsEnd(number(bytes, from, line), bytes, line, length);
      case '%' -> elementsEnd(2 * number(bytes, from, line), bytes, line, length);
      // An attribute is followed by what it describes.
      case '|' -> elementsEnd(2 * number(bytes, from, line) + 1, bytes, line, length);
      default -> line;
    };
  }

  private static int bulkEnd(long size, int from, int length) {
    if (size < 0) {
      return from;
    }
    long end = from + size + 2;
    return end > length ? INCOMPLETE : (int) end;
  }

  private static int elementsEnd(long count, byte[] bytes, int from, int length) {
    int at = from;
    for (long i = 0; i < count; i++) {
      if (at >= length) {
        return INCOMPLETE;
      }
      at = end(bytes, at, length);
      if (at == INCOMPLETE) {
        return INCOMPLETE;
      }
    }
    return at;
  }

  /** The number of elements of an array or a push; 0 for all else. */
  static long count(byte[] bytes, int from, int length) {
    if (bytes[from] != '*' && bytes[from] != '>') {
      return 0;
    }
    return number(bytes, from, lineEnd(bytes, from, length));
  }

  /** An element of an array of strings, counted from 0; empty if there is none. */
  static String word(byte[] bytes, int from, int length, int index) {
    if (count(bytes, from, length) <= index) {
      return "";
    }
    int at = lineEnd(bytes, from, length);
    for (int i = 0; i < index; i++) {
      at = end(bytes, at, length);
    }
    if (at == INCOMPLETE || at >= length || bytes[at] != '$') {
      return "";
    }
    int begin = lineEnd(bytes, at, length);
    int size = (int) number(bytes, at, begin);
    return size <= 0 ? "" : new String(bytes, begin, size, ISO_8859_1);
  }

  private static int lineEnd(byte[] bytes, int from, int length) {
    for (int i = from + 1; i < length; i++) {
      if (bytes[i] == '\n' && bytes[i - 1] == '\r') {
        return i + 1;
      }
    }
    return INCOMPLETE;
  }

  private static long number(byte[] bytes, int from, int lineEnd) {
    boolean negative = bytes[from + 1] == '-';
    long value = 0;
    for (int i = from + (negative ? 2 : 1); i < lineEnd - 2; i++) {
      value = value * 10 + (bytes[i] - '0');
    }
    return negative ? -value : value;
  }
}
