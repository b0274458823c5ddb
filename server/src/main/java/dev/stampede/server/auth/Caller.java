package dev.stampede.server.auth;

import dev.stampede.server.text.Characters;
import java.util.Set;

/** Who the credentials say is calling. */
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
