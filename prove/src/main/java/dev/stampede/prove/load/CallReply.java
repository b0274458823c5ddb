package dev.stampede.prove.load;

import dev.stampede.prove.history.Answered;
import dev.stampede.prove.history.Meaning;
import tools.jackson.databind.JsonNode;

/**
 * The answer to a call, as recorded and as the client goes on with.
 *
 * @param body empty if there was none
 * @param location the header, or nothing
 */
record CallReply(Meaning meaning, Answered answered, JsonNode body, String location) {

  boolean isDone() {
    return meaning == Meaning.DONE;
  }

  int status() {
    return answered.status();
  }

  String problem() {
    return answered.problem();
  }

  String subject() {
    return answered.subject();
  }

  String text(String field) {
    return body.path(field).asString("");
  }
}
