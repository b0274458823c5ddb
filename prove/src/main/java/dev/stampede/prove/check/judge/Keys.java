package dev.stampede.prove.check.judge;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stampede.prove.history.Asked;
import dev.stampede.prove.history.RecordedCall;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** The operations that a server makes of requests with a key. */
public final class Keys {

  private Keys() {}

  /** Returns the id of a call's operation; empty without a key. */
  public static Optional<String> operation(RecordedCall call) {
    Asked asked = call.asked();
    if (asked.key().isEmpty()) {
      return Optional.empty();
    }
    return switch (call.kind()) {
      case HOLD, BEST -> Optional.of(id(call.buyer(), "shows/" + asked.show() + "/holds", asked));
      case BOOK, BOOK_NOW -> Optional.of(id(call.buyer(), "bookings", asked));
      case CANCEL ->
          Optional.of(id(call.buyer(), "bookings/" + asked.subject() + "/cancel", asked));
      case TOP_UP -> Optional.of(id("operator", "wallets/" + call.buyer() + "/top-ups", asked));
      default -> Optional.empty();
    };
  }

  private static String id(String caller, String route, Asked asked) {
    StringBuilder text = new StringBuilder();
    for (String part : List.of(caller, "POST /api/v1/" + route, asked.key())) {
      text.append(part.getBytes(UTF_8).length).append(':').append(part);
    }
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(text.toString().getBytes(UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256 is missing from this JDK", e);
    }
  }

  /** True if two requests have the same body. */
  static boolean haveSameBody(RecordedCall one, RecordedCall other) {
    return one.asked().show() == other.asked().show()
        && one.asked().seats().equals(other.asked().seats())
        && one.asked().subject().equals(other.asked().subject())
        && one.asked().amount() == other.asked().amount();
  }
}
