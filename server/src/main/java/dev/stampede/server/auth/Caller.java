package dev.stampede.server.auth;

import dev.stampede.server.text.Characters;
import java.util.Set;

/** The caller whom the credentials name. */
public record Caller(String sub, Set<Role> roles) {

  public static final int MAX_SUB_CHARS = 128;

  public Caller {
    if (!isSub(sub)) {
      throw new IllegalArgumentException(
          "sub has %d characters; give 1..%d, none of them a control character"
              .formatted(Characters.count(sub), MAX_SUB_CHARS));
    }
    roles = Set.copyOf(roles);
  }

  public static boolean isSub(String text) {
    return isPlain(text) || isAnyScript(text);
  }

  /** Nearly every name: letters, digits and signs of ASCII, of which no table has to be asked. */
  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) <= ' ' || text.charAt(i) > '~') {
        return false;
      }
    }
    return !text.isEmpty() && text.length() <= MAX_SUB_CHARS;
  }

  private static boolean isAnyScript(String text) {
    return Characters.isVisible(text)
        && Characters.count(text) <= MAX_SUB_CHARS
        && text.codePoints().noneMatch(Caller::isUnprintable);
  }

  /** Control and format characters and lone surrogates would forge or break log lines. */
  private static boolean isUnprintable(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }
}
