package dev.stampede.prove.simulation.redis.lua;

import java.math.BigDecimal;
import java.math.MathContext;
import org.jspecify.annotations.Nullable;

/**
 * Lua's rules for values: nil is null, a number a double, and a text counts as a number if it is
 * one.
 */
final class LuaValues {

  private static final double WHOLE_BELOW = 1e15;
  private static final MathContext DIGITS = new MathContext(14);

  private LuaValues() {}

  static boolean isTrue(@Nullable Object value) {
    return value != null && !Boolean.FALSE.equals(value);
  }

  static double number(@Nullable Object value) {
    Double number = toNumber(value);
    if (number == null) {
      throw new LuaException("attempt to calculate with " + value);
    }
    return number;
  }

  static @Nullable Double toNumber(@Nullable Object value) {
    if (value instanceof Double number) {
      return number;
    }
    if (!(value instanceof String text)) {
      return null;
    }
    try {
      return Double.valueOf(text.strip());
    } catch (NumberFormatException none) {
      return null;
    }
  }

  static String text(@Nullable Object value) {
    return switch (value) {
      case String text -> text;
      case Double number -> digits(number);
      case null, default -> throw new LuaException("attempt to concatenate " + value);
    };
  }

  /** As {@code %.14g}. */
  private static String digits(double number) {
    if (number == Math.rint(number) && Math.abs(number) < WHOLE_BELOW) {
      return Long.toString((long) number);
    }
    return new BigDecimal(number).round(DIGITS).stripTrailingZeros().toString().replace("E", "e");
  }

  static boolean isEqual(@Nullable Object left, @Nullable Object right) {
    return left == null ? right == null : left.equals(right);
  }

  static int compare(@Nullable Object left, @Nullable Object right) {
    if (left instanceof Double a && right instanceof Double b) {
      return Double.compare(a, b);
    }
    if (left instanceof String a && right instanceof String b) {
      return a.compareTo(b);
    }
    throw new LuaException("attempt to compare " + left + " with " + right);
  }
}
