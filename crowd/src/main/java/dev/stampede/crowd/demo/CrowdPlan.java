package dev.stampede.crowd.demo;

/**
 * The buyers who come to a show.
 *
 * @param name the buyers' name, followed by a number
 * @param seed the seed of the buyers' random traits; the same seed makes the same buyers
 */
public record CrowdPlan(String show, int buyers, String name, long seed, CrowdSpeed tempo) {

  public static final int MAX_BUYERS = 10_000;
  private static final int MAX_NAME_CHARS = 64;

  public CrowdPlan {
    if (buyers < 1 || buyers > MAX_BUYERS) {
      throw new IllegalArgumentException("buyers is %d; set 1..%d".formatted(buyers, MAX_BUYERS));
    }
    require("show", show);
    require("name", name);
  }

  /** Both become part of addresses and of JSON, where these need no escape. */
  private static void require(String what, String text) {
    if (!text.matches("[A-Za-z0-9._-]{1,%d}".formatted(MAX_NAME_CHARS))) {
      throw new IllegalArgumentException(
          "%s '%s' is not 1..%d letters, digits, dots, underscores and dashes"
              .formatted(what, text, MAX_NAME_CHARS));
    }
  }
}
