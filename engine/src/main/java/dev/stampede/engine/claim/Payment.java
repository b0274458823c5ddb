package dev.stampede.engine.claim;

/** The way in which a booking is paid. */
public sealed interface Payment {

  /** Paid from the buyer's wallet, in the commit that sells the seats. */
  record Points() implements Payment {}

  /**
   * Elsewhere, by a shop that vouches for it: no points move here.
   *
   * @param reference the shop's or its provider's name for the payment; it pays one booking, ever
   */
  record Outside(String provider, String reference) implements Payment, Comparable<Outside> {

    public static final int MAX_PROVIDER_CHARS = 64;
    public static final int MAX_REFERENCE_CHARS = 255;

    public Outside {
      refuseWrong("provider", provider, MAX_PROVIDER_CHARS);
      refuseWrong("reference", reference, MAX_REFERENCE_CHARS);
    }

    private static void refuseWrong(String name, String value, int max) {
      int length = value.codePointCount(0, value.length());
      if (length < 1 || length > max) {
        throw new IllegalArgumentException(
            "a payment's %s has %d characters; it has 1..%d".formatted(name, length, max));
      }
    }

    @Override
    public int compareTo(Outside other) {
      int byProvider = provider.compareTo(other.provider);
      return byProvider != 0 ? byProvider : reference.compareTo(other.reference);
    }
  }
}
