package dev.stampede.server.http;

import java.io.IOException;

/**
 * Server-sent events: an answer that goes on for as long as its body writes. The connection ends
 * with it.
 */
public record EventStream(Body body) implements Answer {

  /** Writes events on the connection's own virtual thread, until there is nothing more to say. */
  @FunctionalInterface
  public interface Body {

    /**
     * Writes until the end. Returning ends the answer.
     *
     * @throws IOException what the sink threw: the client is gone
     * @throws InterruptedException when the client was given up
     */
    void writeTo(Sink sink) throws IOException, InterruptedException;
  }

  /** The way to the client. */
  @FunctionalInterface
  public interface Sink {

    /** Sends the bytes at once; waits while the client takes no more. */
    void send(byte[] bytes) throws IOException;
  }
}
