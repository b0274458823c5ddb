package dev.stampede.server.auth;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stampede.engine.signing.Keyring;
import dev.stampede.engine.signing.Purpose;
import dev.stampede.server.auth.Authentication.Authenticated;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The browser's session: who and until when, sealed with the deployment's keys, so that any server
 * believes it and none has to remember it.
 *
 * <p>The payload is three lines: expiry in epoch seconds, roles, sub.
 */
public final class SessionCookies {

  public static final Duration MAX_AGE = Duration.ofHours(12);

  private final Keyring keyring;
  private final InstantSource clock;
  private final boolean secure;
  private final String name;

  /**
   * Cookies under the deployment's keys.
   *
   * @param secure false only where the development issuer is on: it speaks plain HTTP
   */
  public SessionCookies(Keyring keyring, InstantSource clock, boolean secure) {
    this.keyring = keyring;
    this.clock = clock;
    this.secure = secure;
    // Browsers take a __Host- cookie only over TLS, for this host and path "/", so that no
    // neighbour on a sister domain can plant one.
    this.name = secure ? "__Host-stampede-session" : "stampede-session";
  }

  /** The value of a Set-Cookie header that opens a session for as long as the token is good. */
  public String opened(Authenticated who) {
    Instant now = clock.instant();
    Instant limit = now.plus(MAX_AGE);
    Instant end = who.expiresAt().isBefore(limit) ? who.expiresAt() : limit;
    String roles =
        who.caller().roles().stream().map(Role::label).sorted().collect(Collectors.joining(","));
    String payload = end.getEpochSecond() + "\n" + roles + "\n" + who.caller().sub();
    String sealed = keyring.seal(Purpose.SESSION_COOKIE, payload.getBytes(UTF_8));
    return cookie(sealed, Math.max(0, Duration.between(now, end).toSeconds()));
  }

  /** The value of a Set-Cookie header that ends the session. */
  public String cleared() {
    return cookie("", 0);
  }

  /** Returns the caller whom a Cookie header names, if it carries a session that is still valid. */
  public Optional<Authenticated> read(String cookieHeader) {
    for (String pair : cookieHeader.split(";", -1)) {
      String cookie = pair.strip();
      if (cookie.startsWith(name) && cookie.startsWith("=", name.length())) {
        return keyring
            .open(Purpose.SESSION_COOKIE, cookie.substring(name.length() + 1))
            .map(payload -> parsed(new String(payload, UTF_8)))
            .filter(session -> clock.instant().isBefore(session.expiresAt()));
      }
    }
    return Optional.empty();
  }

  /** The seal was good, so the text is one that {@link #opened} wrote. */
  private static Authenticated parsed(String payload) {
    String[] lines = payload.split("\n", 3);
    Set<Role> roles = EnumSet.noneOf(Role.class);
    for (String label : lines[1].split(",", -1)) {
      Role.labelled(label).ifPresent(roles::add);
    }
    Instant expiresAt = Instant.ofEpochSecond(Long.parseLong(lines[0]));
    return new Authenticated(new Caller(lines[2], roles), expiresAt);
  }

  private String cookie(String value, long maxAgeSeconds) {
    return name
        + "="
        + value
        + "; Path=/; Max-Age="
        + maxAgeSeconds
        + "; HttpOnly; SameSite=Strict"
        + (secure ? "; Secure" : "");
  }
}
