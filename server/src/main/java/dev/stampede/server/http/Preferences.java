package dev.stampede.server.http;

import java.util.List;
import java.util.Locale;

/**
 * The preferences of a client, RFC 7240: separated by commas, in one header or in several, each
 * with a value or without, and with parameters behind semicolons. Commas and semicolons in quotes
 * separate nothing. A preference that cannot be read counts as unknown, and the server ignores it,
 * as it does all that it does not honour.
 */
public final class Preferences {

  private static final String HEADER = "Prefer";
  private static final String RESPOND_ASYNC = "respond-async";

  private Preferences() {}

  /** True if the client would rather not wait. */
  public static boolean asksForLater(Request request) {
    return asksForLater(request.headers(HEADER));
  }

  static boolean asksForLater(List<String> values) {
    return values.stream().anyMatch(value -> names(value, RESPOND_ASYNC));
  }

  /** Adds the header which says that the server honoured the wish not to wait. */
  public static JsonAnswer answeredLater(JsonAnswer reply) {
    return reply.header("Preference-Applied", RESPOND_ASYNC);
  }

  /** True if this header has a preference of that name; case does not matter. */
  private static boolean names(String value, String wanted) {
    boolean quoted = false;
    boolean inName = true;
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (quoted) {
        if (c == '\\') {
          i++;
        } else if (c == '"') {
          quoted = false;
        }
      } else if (c == ',') {
        if (is(name, wanted)) {
          return true;
        }
        name.setLength(0);
        inName = true;
      } else if (c == ';' || c == '=') {
        inName = false;
      } else if (c == '"') {
        quoted = true;
        inName = false;
      } else if (inName) {
        name.append(c);
      }
    }
    return is(name, wanted);
  }

  private static boolean is(StringBuilder name, String wanted) {
    return name.toString().strip().toLowerCase(Locale.ROOT).equals(wanted);
  }
}
