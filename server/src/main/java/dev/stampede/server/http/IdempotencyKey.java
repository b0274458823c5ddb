package dev.stampede.server.http;

/** The caller's key for a request, so that it can be repeated without being done twice. */
final class IdempotencyKey {

  static final String HEADER = "Idempotency-Key";
  private static final int MAX_CHARS = 255;

  private IdempotencyKey() {}

  /** Returns the key if it is valid; otherwise refuses the request. */
  static String good(String key) {
    if (!isGood(key)) {
      throw Refusal.of(
          Problem.of(
              ProblemType.MALFORMED_REQUEST,
              "%s has %d characters; give 1..%d printable ASCII ones"
                  .formatted(HEADER, key.length(), MAX_CHARS)));
    }
    return key;
  }

  static Refusal missing() {
    return Refusal.of(
        Problem.of(
            ProblemType.IDEMPOTENCY_KEY_REQUIRED,
            "%s is missing, and without it a retry would take effect twice; send 1..%d printable ASCII characters, new for each new request"
                .formatted(HEADER, MAX_CHARS)));
  }

  private static boolean isGood(String key) {
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
