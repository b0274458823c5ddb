package dev.stampede.crowd.demo;

import dev.stampede.crowd.CrowdException;

/** The server said what nobody in the crowd knows what to make of. */
final class UnexpectedReplyException extends CrowdException {

  private static final long serialVersionUID = 1L;

  UnexpectedReplyException(String asked, JsonReply reply) {
    super("%s was answered %d %s".formatted(asked, reply.status(), reply.problem()), null);
  }
}
