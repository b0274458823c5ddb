package dev.stampede.server.auth;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Locale;

/** Whose tokens are believed. */
public sealed interface AuthSettings {

  int MIN_SECRET_BYTES = 32;

  /** Tokens signed with HS256 and this secret. */
  record Secret(String value) implements AuthSettings {
    public Secret {
      requireLong("AUTH_SECRET", value);
    }

    @Override
    public String toString() {
      return "Secret[hidden]";
    }
  }

  /** Tokens signed by a key of this set: an {@code https:} or {@code file:} location. */
  record Jwks(URI location) implements AuthSettings {
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
            "AUTH_JWKS is %s; set an https URL (http only on loopback: whoever can change the answer can forge tokens) or a file"
                .formatted(location));
      }
    }
  }

  /** Tokens that this server hands out itself, to anyone on this machine. */
  record Development(String secret) implements AuthSettings {
    public Development {
      requireLong("the development secret", secret);
    }

    /** A secret that dies with the process. */
    public static Development random() {
      byte[] bytes = new byte[MIN_SECRET_BYTES];
      new SecureRandom().nextBytes(bytes);
      return new Development(HexFormat.of().formatHex(bytes));
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
