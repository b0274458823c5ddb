package dev.stampede.server.text;

import java.util.OptionalInt;

/**
 * Characters as people and JSON Schema count them, by code points: what is one character to a
 * reader may be two to Java, and must neither count twice nor be cut in half.
 */
public final class Characters {

  private Characters() {}

  public static int count(String text) {
    return text.codePointCount(0, text.length());
  }

  /** At most so many characters of a text, with an ellipsis where there are more. */
  public static String cut(String text, int max) {
    return count(text) <= max ? text : text.substring(0, text.offsetByCodePoints(0, max)) + "…";
  }

  /** True if the text shows anything: two names that show nothing cannot be told apart. */
  public static boolean isVisible(String text) {
    return text.codePoints().anyMatch(Characters::isVisible);
  }

  private static boolean isVisible(int character) {
    return !Character.isWhitespace(character)
        && !Character.isSpaceChar(character)
        && Character.getType(character) != Character.FORMAT
        && !isFiller(character);
  }

  /** Letters, marks and symbols that are drawn as nothing. */
  private static boolean isFiller(int character) {
    return character == 0x034F // combining grapheme joiner
        || (character >= 0x115F && character <= 0x1160) // Hangul fillers
        || (character >= 0x17B4 && character <= 0x17B5) // Khmer inherent vowels
        || (character >= 0x180B && character <= 0x180F) // Mongolian variation selectors
        || character == 0x2800 // an empty Braille cell
        || character == 0x3164 // Hangul filler
        || (character >= 0xFE00 && character <= 0xFE0F) // variation selectors
        || character == 0xFFA0 // Hangul filler, half as wide
        || (character >= 0xE0100 && character <= 0xE01EF); // variation selectors
  }

  /**
   * Returns the position, counted from 0, of the first character that no name may have: control
   * characters, lone surrogates and line ends, which neither the database nor a log line takes, and
   * direction controls, which show the text around them as something else than it is.
   */
  public static OptionalInt firstUnprintable(String text) {
    int at = 0;
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      if (isUnprintable(text.codePointAt(i))) {
        return OptionalInt.of(at);
      }
      at++;
    }
    return OptionalInt.empty();
  }

  private static boolean isUnprintable(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> isDirectionControl(character);
    };
  }

  /** Embeddings, overrides and isolates; the marks U+200E and U+200F turn nothing around. */
  private static boolean isDirectionControl(int character) {
    return (character >= 0x202A && character <= 0x202E)
        || (character >= 0x2066 && character <= 0x2069);
  }

  /** The text with every character in it that {@link #firstUnprintable} finds spelled out. */
  public static String spelledOut(String text) {
    if (firstUnprintable(text).isEmpty()) {
      return text;
    }
    StringBuilder out = new StringBuilder();
    text.codePoints()
        .forEach(
            character -> {
              if (isUnprintable(character)) {
                out.append("\\u%04X".formatted(character));
              } else {
                out.appendCodePoint(character);
              }
            });
    return out.toString();
  }
}
