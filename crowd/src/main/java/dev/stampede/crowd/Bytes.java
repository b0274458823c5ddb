package dev.stampede.crowd;

/** Searching in bytes without making strings of them. */
final class Bytes {

  private Bytes() {}

  static int indexOf(byte[] bytes, int from, int to, byte wanted) {
    for (int i = from; i < to; i++) {
      if (bytes[i] == wanted) {
        return i;
      }
    }
    return -1;
  }

  /** True if ASCII {@code text} stands at {@code from}; the caller has checked that it fits. */
  static boolean sameIgnoringCase(byte[] bytes, int from, String text) {
    for (int i = 0; i < text.length(); i++) {
      if (lower(bytes[from + i]) != lower((byte) text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  /** True if a comma-separated header value has this token, as {@code keep-alive, Close} does. */
  static boolean hasToken(byte[] bytes, int from, int to, String token) {
    int start = from;
    while (start < to) {
      int comma = indexOf(bytes, start, to, (byte) ',');
      int end = comma < 0 ? to : comma;
      int first = start;
      int last = end;
      while (first < last && blank(bytes[first])) {
        first++;
      }
      while (last > first && blank(bytes[last - 1])) {
        last--;
      }
      if (last - first == token.length() && sameIgnoringCase(bytes, first, token)) {
        return true;
      }
      start = end + 1;
    }
    return false;
  }

  static boolean blank(byte b) {
    return b == ' ' || b == '\t' || b == '\r';
  }

  private static int lower(byte b) {
    return b >= 'A' && b <= 'Z' ? b + ('a' - 'A') : b;
  }
}
