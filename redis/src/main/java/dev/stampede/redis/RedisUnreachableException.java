package dev.stampede.redis;

/** Redis did not answer when it had to; the root of what this module throws. */
public class RedisUnreachableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public RedisUnreachableException(String message, Throwable cause) {
    super(message, cause);
  }
}
