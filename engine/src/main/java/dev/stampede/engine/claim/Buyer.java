package dev.stampede.engine.claim;

/** A buyer, by the subject of their token. */
public record Buyer(String sub) implements Comparable<Buyer> {

  public static final int MAX_CHARS = 128;

  public Buyer {
    int length = sub.codePointCount(0, sub.length());
    if (length < 1 || length > MAX_CHARS) {
      throw new IllegalArgumentException(
          "a buyer's name has %d characters; it has 1..%d".formatted(length, MAX_CHARS));
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
