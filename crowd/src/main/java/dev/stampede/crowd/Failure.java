package dev.stampede.crowd;

/** Why a request got no answer. A status such as 503 is an answer, not a failure. */
public enum Failure {
  /** No connection could be opened. */
  NOT_CONNECTED,
  /**
   * The connection ended before the answer was whole; whether the request was served is unknown.
   */
  CLOSED,
  /** No whole answer came in time; whether the request was served is unknown. */
  TIMED_OUT,
  /** The answer is not HTTP/1.1. */
  MALFORMED,
  /** The answer exceeds what this client is willing to keep. */
  TOO_LARGE,
  /** The run ended first; whether the request was served is unknown. */
  UNFINISHED
}
