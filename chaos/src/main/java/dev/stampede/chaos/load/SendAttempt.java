package dev.stampede.chaos.load;

/**
 * One time that an order was sent.
 *
 * @param server whom it was sent to
 * @param sentNanos when
 * @param heardNanos when the client knew what came of it
 */
public record SendAttempt(int server, long sentNanos, long heardNanos, AttemptReply reply) {

  public AttemptReply.Meaning meaning() {
    return reply.meaning();
  }
}
