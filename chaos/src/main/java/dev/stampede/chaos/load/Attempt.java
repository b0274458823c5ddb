package dev.stampede.chaos.load;

/**
 * One time that an order was sent.
 *
 * @param server whom it was sent to
 * @param sentNanos when
 * @param heardNanos when the client knew what came of it
 */
public record Attempt(int server, long sentNanos, long heardNanos, Reply reply) {

  public Reply.Meaning meaning() {
    return reply.meaning();
  }
}
