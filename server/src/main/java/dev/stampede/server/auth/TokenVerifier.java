package dev.stampede.server.auth;

import dev.stampede.server.auth.Authentication.Authenticated;
import dev.stampede.server.auth.Authentication.Rejected;
import dev.stampede.server.failure.ServerException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides whether a bearer token is good and whom it names.
 *
 * <p>Roles that Stampede does not know are passed over, not refused: identity providers put the
 * roles of other systems into the same token, and a role we do not know grants nothing.
 *
 * <p>Tokens found good are remembered for {@link #MEMORY}; their expiry is still looked at on every
 * request. A buyer in a rush sends the same token with every call, and a signature of a key set may
 * take longer to check than a small request to answer. The price is that a key taken out of a key
 * set is believed that much longer.
 */
public final class TokenVerifier {

  public static final int MAX_TOKEN_CHARS = 4_096;

  /** The largest accepted difference between the clocks of issuer and server. */
  public static final Duration LEEWAY = Duration.ofSeconds(30);

  static final Duration MEMORY = Duration.ofMinutes(1);

  private static final Logger log = LoggerFactory.getLogger(TokenVerifier.class);

  private final TokenKeys keys;
  private final ExpectedClaims expected;
  private final InstantSource clock;
  private final TokenCache remembered = new TokenCache(MEMORY, System::nanoTime);

  private TokenVerifier(TokenKeys keys, ExpectedClaims expected, InstantSource clock) {
    this.keys = keys;
    this.expected = expected;
    this.clock = clock;
  }

  public static TokenVerifier of(AuthSettings settings, InstantSource clock) {
    TokenKeys keys =
        switch (settings) {
          case AuthSettings.Secret secret -> new SharedSecret(secret.value());
          case AuthSettings.Development own -> new SharedSecret(own.secret());
          case AuthSettings.Jwks jwks -> keySet(jwks, clock);
        };
    return new TokenVerifier(keys, settings.expected(), clock);
  }

  /** A provider that is away must not stop the start; a file that cannot be read must. */
  private static KeySet keySet(AuthSettings.Jwks jwks, InstantSource clock) {
    KeySet keys = new KeySet(new KeySetSource(jwks.location()), clock);
    try {
      keys.readFirst();
    } catch (IOException e) {
      if ("file".equalsIgnoreCase(jwks.location().getScheme())) {
        throw new ServerException("AUTH_JWKS cannot be read: " + e, e);
      }
      log.warn(
          "cannot read AUTH_JWKS {} yet; the server refuses every token until it can: {}",
          jwks.location(),
          e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerException("interrupted while reading " + jwks.location(), e);
    }
    return keys;
  }

  public Authentication verify(String token) {
    if (token.length() > MAX_TOKEN_CHARS) {
      return new Rejected(
          "the token has %d characters; the limit is %d"
              .formatted(token.length(), MAX_TOKEN_CHARS));
    }
    Optional<Authenticated> known = remembered.recall(token);
    if (known.isPresent()) {
      return expired(known.get().expiresAt()) ? EXPIRED : known.get();
    }
    Authentication outcome =
        switch (keys.check(token)) {
          case TokenKeys.Checked.Bad(String reason) -> new Rejected(reason);
          case TokenKeys.Checked.Good(TokenClaims claims) -> judged(claims);
        };
    if (outcome instanceof Authenticated good) {
      remembered.note(token, good);
    }
    return outcome;
  }

  private static final Rejected EXPIRED = new Rejected("the token has expired; get a new one");

  private Authentication judged(TokenClaims claims) {
    Optional<Instant> expiresAt = claims.expiresAt();
    if (expiresAt.isEmpty()) {
      return new Rejected("the token has no exp; tokens must expire");
    }
    if (expired(expiresAt.get())) {
      return EXPIRED;
    }
    if (claims.notBefore().filter(clock.instant().plus(LEEWAY)::isBefore).isPresent()) {
      return new Rejected("the token is not valid yet (nbf)");
    }
    Optional<String> notForUs = expected.refusal(claims);
    if (notForUs.isPresent()) {
      return new Rejected(notForUs.get());
    }
    Optional<String> sub = claims.subject().filter(Caller::isSub);
    return sub.isPresent()
        ? new Authenticated(new Caller(sub.get(), claims.roles()), expiresAt.get())
        : new Rejected(
            "the token's sub must have 1..%d printable characters".formatted(Caller.MAX_SUB_CHARS));
  }

  private boolean expired(Instant expiresAt) {
    return !clock.instant().isBefore(expiresAt.plus(LEEWAY));
  }
}
