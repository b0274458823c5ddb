package dev.stampede.server.hold;

/** What a caller calls a request, so that it can be repeated without being done twice. */
final class IdempotencyKey {

  static final String HEADER = "Idempotency-Key";
  static final int MAX_CHARS = 255;

  private IdempotencyKey() {}

  static boolean isGood(String key) {
    if (key.isEmpty() || key.length() > MAX_CHARS) {
      return false;
    }
    for (int i = 0; i < key.length(); i++) {
      if (key.charAt(i) < ' ' || key.charAt(i) > '~') {
        return false;
      }
    }
    return true;
  }
}
