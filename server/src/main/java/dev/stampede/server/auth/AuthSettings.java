package dev.stampede.server.auth;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Locale;

/** The issuer whose tokens the server accepts. */
public sealed interface AuthSettings {

  int MIN_SECRET_BYTES = 32;

  /** Returns the claims that a token must contain besides its signature. */
  ExpectedClaims expected();

  /** Tokens signed with HS256 and this secret. */
  record Secret(String value, ExpectedClaims expected) implements AuthSettings {
    public Secret {
      requireLong("AUTH_SECRET", value);
    }

    public Secret(String value) {
      this(value, ExpectedClaims.NONE);
    }

    @Override
    public String toString() {
      return "Secret[hidden]";
    }
  }

  /** Tokens signed by a key of this set: an {@code https:} or {@code file:} location. */
  record Jwks(URI location, ExpectedClaims expected) implements AuthSettings {

    public Jwks(URI location) {
      this(location, ExpectedClaims.NONE);
    }

    public Jwks {
      String scheme = String.valueOf(location.getScheme()).toLowerCase(Locale.ROOT);
      boolean safe =
          switch (scheme) {
            case "https" -> location.getHost() != null;
            case "http" -> Loopback.isName(String.valueOf(location.getHost()));
            case "file" -> location.getPath() != null;
            default -> false;
          };
      if (!safe) {
        throw new IllegalArgumentException(
            "AUTH_JWKS is %s; set an https URL (http only on loopback: an attacker who changes the answer can forge tokens) or a file"
                .formatted(location));
      }
    }
  }

  /**
   * Tokens that this server hands out itself, to anyone on this machine. They carry the claims that
   * are expected, so that a server with {@code AUTH_ISSUER} set can be tried as it will run.
   */
  record Development(String secret, ExpectedClaims expected) implements AuthSettings {
    public Development {
      requireLong("the development secret", secret);
    }

    public Development(String secret) {
      this(secret, ExpectedClaims.NONE);
    }

    /** A secret that dies with the process. */
    public static Development random(ExpectedClaims expected) {
      byte[] bytes = new byte[MIN_SECRET_BYTES];
      new SecureRandom().nextBytes(bytes);
      return new Development(HexFormat.of().formatHex(bytes), expected);
    }

    @Override
    public String toString() {
      return "Development[hidden]";
    }
  }

  private static void requireLong(String name, String secret) {
    int bytes = secret.getBytes(UTF_8).length;
    if (bytes < MIN_SECRET_BYTES) {
      throw new IllegalArgumentException(
          "%s has %d bytes; HS256 needs at least %d random ones, for example from: openssl rand -hex 32"
              .formatted(name, bytes, MIN_SECRET_BYTES));
    }
  }
}
