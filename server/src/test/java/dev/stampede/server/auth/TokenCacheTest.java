package dev.stampede.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.server.auth.Authentication.Authenticated;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class TokenCacheTest {

  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE);
  private final TokenCache memory = new TokenCache(Duration.ofMinutes(1), nanos::get);

  @Test
  void aTokenIsRememberedForItsTime() {
    memory.note("token", named("alice"));

    assertThat(memory.recall("token")).contains(named("alice"));
    assertThat(memory.recall("other")).isEmpty();
    nanos.addAndGet(Duration.ofMinutes(1).toNanos() - 1);
    assertThat(memory.recall("token")).contains(named("alice"));
    nanos.incrementAndGet();
    assertThat(memory.recall("token")).isEmpty();
  }

  @Test
  void aTokenWithTheHashOfAnotherIsNotTheOther() {
    assertThat("Aa".hashCode()).isEqualTo("BB".hashCode());
    memory.note("Aa", named("alice"));
    assertThat(memory.recall("BB")).isEmpty();

    memory.note("BB", named("bob"));
    assertThat(memory.recall("BB")).contains(named("bob"));
    assertThat(memory.recall("Aa")).contains(named("alice"));
  }

  @Test
  void ofThreeTokensWithOneHashTheNewestAndOneOtherAreRemembered() {
    // Each of the three is one text with one hash, made of two of the pairs above.
    for (String token : List.of("AaAa", "AaBB", "BBBB")) {
      memory.note(token, named(token));
      assertThat(memory.recall(token)).contains(named(token));
    }
    assertThat(memory.recall("AaAa")).isEmpty();
    assertThat(memory.recall("AaBB")).contains(named("AaBB"));

    nanos.addAndGet(Duration.ofMinutes(1).toNanos());
    memory.note("BBAa", named("BBAa"));
    assertThat(memory.recall("BBAa")).contains(named("BBAa"));
    assertThat(memory.recall("AaBB")).isEmpty();
  }

  @Test
  void aTokenNotedAgainIsRememberedFromThenOn() {
    memory.note("token", named("alice"));
    nanos.addAndGet(Duration.ofSeconds(40).toNanos());
    memory.note("token", named("bob"));
    nanos.addAndGet(Duration.ofSeconds(40).toNanos());

    assertThat(memory.recall("token")).contains(named("bob"));
  }

  @Test
  void howeverManyComeNoMoreAreRememberedThanThereAreSlots() {
    int many = 3 * TokenCache.SLOTS;
    for (int i = 0; i < many; i++) {
      memory.note("token " + i, named("buyer " + i));
    }

    long remembered =
        IntStream.range(0, many).filter(i -> memory.recall("token " + i).isPresent()).count();
    assertThat(remembered).isBetween(TokenCache.SLOTS / 2L, (long) TokenCache.SLOTS);
    assertThat(memory.recall("token " + (many - 1))).contains(named("buyer " + (many - 1)));
  }

  private static Authenticated named(String sub) {
    return new Authenticated(new Caller(sub, Set.of(Role.BUYER)), Instant.EPOCH);
  }
}
