package dev.stampede.engine.claim;

/** Who the token says. */
public record Buyer(String sub) implements Comparable<Buyer> {

  public static final int MAX_CHARS = 128;

  public Buyer {
    if (sub.isEmpty() || sub.length() > MAX_CHARS) {
      throw new IllegalArgumentException(
          "a buyer's name has %d characters; it has 1..%d".formatted(sub.length(), MAX_CHARS));
    }
  }

  @Override
  public int compareTo(Buyer other) {
    return sub.compareTo(other.sub);
  }

  @Override
  public String toString() {
    return sub;
  }
}
