package dev.stampede.engine.signing;

/** The verdict of a keyring on a token. */
public sealed interface SealVerdict {

  /** This deployment sealed it for this purpose. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares or keeps it
  record Genuine(byte[] payload) implements SealVerdict {}

  /** It is no token, or names a key that we have and that did not seal it. */
  record Forged() implements SealVerdict {}

  /**
   * It names a key that is not known, though the keys were read again where that was due: it may be
   * a forgery, or sealed with a key that was removed or that we have not heard of yet.
   */
  record UnknownKey(int id) implements SealVerdict {}
}
