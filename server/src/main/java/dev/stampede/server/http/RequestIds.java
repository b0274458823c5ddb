package dev.stampede.server.http;

import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The name of a request in answers and log lines: the client's own, if it is harmless, or a new
 * one.
 */
final class RequestIds {

  static final int MAX_CHARS = 64;

  private RequestIds() {}

  static String of(@Nullable String offered) {
    return offered != null && isHarmless(offered)
        ? offered
        : HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
  }

  private static boolean isHarmless(String id) {
    if (id.isEmpty() || id.length() > MAX_CHARS) {
      return false;
    }
    for (int i = 0; i < id.length(); i++) {
      char c = id.charAt(i);
      boolean fits =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || c == '.'
              || c == '_'
              || c == '-';
      if (!fits) {
        return false;
      }
    }
    return true;
  }
}
