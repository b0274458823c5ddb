package dev.stampede.server.auth;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.stampede.server.ServerException;
import dev.stampede.server.auth.Authentication.Authenticated;
import dev.stampede.server.auth.Authentication.Rejected;
import java.io.IOException;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides whether a bearer token is good and whom it names.
 *
 * <p>Roles that Stampede does not know are passed over, not refused: identity providers put the
 * roles of other systems into the same token, and a role we do not know grants nothing.
 *
 * <p>Tokens found good are remembered for {@link #MEMORY}, at most {@link #MAX_REMEMBERED} of them;
 * their expiry is still looked at on every request. A buyer in a rush sends the same token with
 * every call; looking closely costs 6 to 10 µs, remembering 0.1 µs, beside some 16 µs for a whole
 * small request (measured with HS256 on two cores). The price is that a key taken out of a key set
 * is believed that much longer.
 */
public final class TokenVerifier {

  public static final int MAX_TOKEN_CHARS = 4_096;

  /** How far the clocks of issuer and server may be apart. */
  public static final Duration LEEWAY = Duration.ofSeconds(30);

  static final Duration MEMORY = Duration.ofMinutes(1);
  static final int MAX_REMEMBERED = 10_000;

  private static final Logger log = LoggerFactory.getLogger(TokenVerifier.class);

  private final TokenKeys keys;
  private final ExpectedClaims expected;
  private final InstantSource clock;
  private final Cache<String, Authenticated> remembered =
      Caffeine.newBuilder().maximumSize(MAX_REMEMBERED).expireAfterWrite(MEMORY).build();

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
    KeySet keys = new KeySet(new KeySource(jwks.location()), clock);
    try {
      keys.readFirst();
    } catch (IOException e) {
      if ("file".equalsIgnoreCase(jwks.location().getScheme())) {
        throw new ServerException("AUTH_JWKS cannot be read: " + e, e);
      }
      log.warn(
          "AUTH_JWKS {} cannot be read yet, no token is good until it can: {}",
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
    Authenticated known = remembered.getIfPresent(token);
    if (known != null) {
      return expired(known.expiresAt()) ? EXPIRED : known;
    }
    Authentication outcome = examined(token);
    if (outcome instanceof Authenticated good) {
      remembered.put(token, good);
    }
    return outcome;
  }

  private static final Rejected EXPIRED = new Rejected("the token has expired; get a new one");

  private Authentication examined(String token) {
    try {
      SignedJWT jwt = SignedJWT.parse(token);
      Set<String> critical = jwt.getHeader().getCriticalParams();
      if (critical != null && !critical.isEmpty()) {
        return new Rejected("the token has critical header parameters; none is understood");
      }
      Optional<String> refusal = keys.refusal(jwt);
      return refusal.isPresent() ? new Rejected(refusal.get()) : claims(jwt.getJWTClaimsSet());
    } catch (ParseException notAToken) {
      return new Rejected("the token is not a signed JWT");
    }
  }

  private Authentication claims(JWTClaimsSet claims) throws ParseException {
    if (claims.getExpirationTime() == null) {
      return new Rejected("the token has no exp; tokens must expire");
    }
    Instant expiresAt = claims.getExpirationTime().toInstant();
    if (expired(expiresAt)) {
      return EXPIRED;
    }
    if (claims.getNotBeforeTime() != null
        && clock.instant().plus(LEEWAY).isBefore(claims.getNotBeforeTime().toInstant())) {
      return new Rejected("the token is not valid yet (nbf)");
    }
    Optional<String> notForUs = expected.refusal(claims);
    if (notForUs.isPresent()) {
      return new Rejected(notForUs.get());
    }
    String sub = claims.getSubject();
    if (sub == null || !Caller.isSub(sub)) {
      return new Rejected(
          "the token's sub must have 1..%d printable characters".formatted(Caller.MAX_SUB_CHARS));
    }
    Set<Role> roles = EnumSet.noneOf(Role.class);
    if (claims.getClaim("roles") != null) {
      for (String label : claims.getStringListClaim("roles")) {
        Optional.ofNullable(label).flatMap(Role::labelled).ifPresent(roles::add);
      }
    }
    return new Authenticated(new Caller(sub, roles), expiresAt);
  }

  private boolean expired(Instant expiresAt) {
    return !clock.instant().isBefore(expiresAt.plus(LEEWAY));
  }
}
