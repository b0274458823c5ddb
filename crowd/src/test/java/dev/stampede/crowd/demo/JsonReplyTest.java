package dev.stampede.crowd.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The replies after which a simulated buyer sends the same request again. */
final class JsonReplyTest {

  @Test
  void aBuyerComesBackAfterARateLimitAnOverloadAndARequestThatStillRuns() {
    assertThat(reply(429, "rate-limited").asksToComeBack()).isTrue();
    assertThat(reply(503, "overloaded").asksToComeBack()).isTrue();
    assertThat(reply(409, "idempotency-in-flight").asksToComeBack()).isTrue();
    assertThat(reply(409, "seat-taken").asksToComeBack()).isFalse();
    assertThat(new JsonReply(201, JsonBody.of("{\"id\":\"1\"}")).asksToComeBack()).isFalse();
  }

  private static JsonReply reply(int status, String slug) {
    return new JsonReply(status, JsonBody.of("{\"type\":\"/problems/%s\"}".formatted(slug)));
  }
}
