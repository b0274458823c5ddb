package dev.stampede.server.http;

import java.util.Optional;

/** A request for a part of a list: so many items, after the cursor that an earlier answer gave. */
public record PageRequest(int limit, Optional<String> cursor) {

  public static final int DEFAULT_LIMIT = 20;
  public static final int MAX_LIMIT = 100;

  /** Longer than any cursor we give. */
  private static final int MAX_CURSOR_CHARS = 64;

  /** Reads {@code ?limit&cursor}; a limit that is out of range is answered for the handler. */
  public static PageRequest of(Request request) {
    return of(request, DEFAULT_LIMIT, MAX_LIMIT);
  }

  /** The same for a list of small items, which has limits of its own. */
  public static PageRequest of(Request request, int defaultLimit, int maxLimit) {
    return new PageRequest(
        request
            .query("limit")
            .map(text -> limit(text, defaultLimit, maxLimit))
            .orElse(defaultLimit),
        request.query("cursor"));
  }

  /** For a cursor that no answer has given. */
  public static Problem badCursor() {
    return Problem.invalidField(
        "cursor", "cursor is not a nextCursor of this list; send one unchanged, or none");
  }

  public PageRequest {
    if (cursor.isPresent() && cursor.get().length() > MAX_CURSOR_CHARS) {
      throw Refusal.of(badCursor());
    }
  }

  private static int limit(String text, int defaultLimit, int maxLimit) {
    try {
      int limit = Integer.parseInt(text);
      if (limit >= 1 && limit <= maxLimit) {
        return limit;
      }
    } catch (NumberFormatException notANumber) {
      // Refused below, like one that is out of range.
    }
    throw Refusal.of(
        Problem.invalidField(
            "limit",
            "limit is not a whole number, 1..%d (default %d)".formatted(maxLimit, defaultLimit)));
  }
}
