package dev.stampede.server.auth;

import com.nimbusds.jwt.SignedJWT;
import java.io.IOException;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The public keys of an identity provider, kept in memory.
 *
 * <p>They are read again when they are {@link #MAX_AGE} old, and when a token names a key that is
 * not among them, but not more often than every {@link #PAUSE}: a stranger who invents key ids must
 * not make us hammer the provider. When reading fails the keys at hand stay in use.
 */
final class KeySet implements TokenKeys {

  static final Duration MAX_AGE = Duration.ofMinutes(10);
  static final Duration PAUSE = Duration.ofSeconds(30);

  private static final Logger log = LoggerFactory.getLogger(KeySet.class);

  private final KeySetSource source;
  private final InstantSource clock;
  private final ReentrantLock reading = new ReentrantLock();

  private volatile Held held = new Held(List.of(), Instant.EPOCH, Instant.EPOCH);

  /** The keys, when they were read, and when that was last tried. */
  private record Held(List<VerifyingKey> keys, Instant readAt, Instant triedAt) {}

  KeySet(KeySetSource source, InstantSource clock) {
    this.source = source;
    this.clock = clock;
  }

  /** Reads the keys now, so that a wrong address is seen at the start; fails if it cannot. */
  void readFirst() throws IOException, InterruptedException {
    Instant now = clock.instant();
    held = new Held(source.read(), now, now);
  }

  @Override
  public Checked check(String text) {
    try {
      SignedJWT token = SignedJWT.parse(text);
      if (TokenKeys.isCritical(token.getHeader())) {
        return CRITICAL;
      }
      Optional<String> refusal = refusal(token);
      return refusal.isPresent()
          ? new Checked.Bad(refusal.get())
          : TokenKeys.signed(token.getPayload().toBytes());
    } catch (ParseException notAToken) {
      return NOT_A_TOKEN;
    }
  }

  private Optional<String> refusal(SignedJWT token) {
    if (clock.instant().isAfter(held.readAt().plus(MAX_AGE))) {
      refresh();
    }
    String id = token.getHeader().getKeyID();
    List<VerifyingKey> candidates = candidates(id);
    if (candidates.isEmpty()) {
      refresh();
      candidates = candidates(id);
    }
    if (candidates.isEmpty()) {
      return Optional.of("the token names a signing key that is not known");
    }
    return candidates.stream().anyMatch(key -> key.good(token))
        ? Optional.empty()
        : Optional.of("the token's signature is wrong, or its algorithm is not the key's");
  }

  private List<VerifyingKey> candidates(@Nullable String id) {
    return id == null
        ? held.keys()
        : held.keys().stream().filter(key -> id.equals(key.id())).toList();
  }

  private void refresh() {
    if (!mayTry()) {
      return;
    }
    boolean mine = false;
    try {
      mine = reading.tryLock(KeySetSource.TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
      if (mine && mayTry()) {
        read();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      if (mine) {
        reading.unlock();
      }
    }
  }

  private void read() throws InterruptedException {
    Instant now = clock.instant();
    try {
      held = new Held(source.read(), now, now);
    } catch (IOException e) {
      Held before = held;
      held = new Held(before.keys(), before.readAt(), now);
      log.warn(
          "cannot read token keys from {}; {} known keys stay in use, next try in {} s: {}",
          source,
          before.keys().size(),
          PAUSE.toSeconds(),
          e.toString());
    }
  }

  private boolean mayTry() {
    return !clock.instant().isBefore(held.triedAt().plus(PAUSE));
  }
}
