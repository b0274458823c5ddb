package dev.stampede.server.http;

/** Answers one kind of request. */
@FunctionalInterface
public interface Handler {

  /**
   * Answers a request.
   *
   * @throws Exception when something is broken; what is merely refused is a {@link Problem}
   */
  Answer handle(Request request) throws Exception;
}
