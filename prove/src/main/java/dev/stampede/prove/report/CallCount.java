package dev.stampede.prove.report;

/**
 * The calls of one kind, of one server, or of one second.
 *
 * @param acknowledged changes that a server acknowledged, without repeats of a stored answer
 * @param failed calls without an answer and answers of 500 and above
 * @param unknown calls whose outcome the client did not know
 * @param p50Micros half of the calls took no longer
 * @param p99Micros 99 of 100 calls took no longer
 */
public record CallCount(
    long calls, long acknowledged, long failed, long unknown, long p50Micros, long p99Micros) {

  /** Returns the share of calls whose outcome the client did not know, in percent. */
  public double unknownPercent() {
    return calls == 0 ? 0 : 100.0 * unknown / calls;
  }
}
