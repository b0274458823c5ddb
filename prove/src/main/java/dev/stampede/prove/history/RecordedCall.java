package dev.stampede.prove.history;

/**
 * One call of one client: a request that was sent once, and its answer. A repeat of a request is a
 * call of its own, with the same key.
 *
 * @param id made by the client, unique in the run
 * @param client the client that made it; a client makes one call at a time
 * @param buyer on whose behalf; several clients may act for one buyer
 * @param server the number of the server that was asked, from 0; -1: none, as for locks and jobs
 * @param invokedMicros on the run's one monotonic clock
 * @param completedMicros on the same clock; when the client gave up, if no answer came
 */
public record RecordedCall(
    long id,
    CallKind kind,
    int client,
    String buyer,
    int server,
    long invokedMicros,
    long completedMicros,
    Asked asked,
    Answered answered) {

  public RecordedCall {
    if (completedMicros < invokedMicros) {
      throw new IllegalArgumentException(
          "call %d was answered at %d µs, before it was made at %d µs"
              .formatted(id, completedMicros, invokedMicros));
    }
  }

  /** The same call with what was asked in the end, and its answer. */
  public RecordedCall with(Asked question, Answered answer) {
    return new RecordedCall(
        id, kind, client, buyer, server, invokedMicros, completedMicros, question, answer);
  }

  /** The same call, completed then. */
  public RecordedCall endedAt(long micros) {
    return new RecordedCall(
        id, kind, client, buyer, server, invokedMicros, micros, asked, answered);
  }

  public Meaning meaning() {
    return Meaning.of(kind, answered.status(), answered.problem());
  }
}
