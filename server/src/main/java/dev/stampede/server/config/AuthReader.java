package dev.stampede.server.config;

import dev.stampede.server.auth.AuthSettings;
import dev.stampede.server.auth.ExpectedClaims;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Reads who signs the tokens: a shared secret, published keys, or, under {@code up}, ourselves. */
final class AuthReader {

  private final SettingsReader reader;

  AuthReader(SettingsReader reader) {
    this.reader = reader;
  }

  AuthSettings read(Mode mode) {
    ExpectedClaims expected = new ExpectedClaims(claim("AUTH_ISSUER"), claim("AUTH_AUDIENCE"));
    Optional<AuthSettings> secret =
        reader.optional(
            "AUTH_SECRET",
            "at least 32 bytes (HS256)",
            "none; under `up` a development issuer",
            text -> new AuthSettings.Secret(text, expected));
    Optional<AuthSettings> jwks =
        reader.optional(
            "AUTH_JWKS",
            "an https URL or a readable file",
            text -> new AuthSettings.Jwks(location(text), expected));
    if (secret.isPresent() && jwks.isPresent()) {
      reader.problem("AUTH_SECRET and AUTH_JWKS exclude each other; set one");
    }
    if (mode == Mode.SERVE && secret.isEmpty() && jwks.isEmpty()) {
      reader.problem("AUTH_SECRET or AUTH_JWKS is missing; set one to verify tokens");
    }
    return secret.or(() -> jwks).orElseGet(() -> AuthSettings.Development.random(expected));
  }

  private Optional<String> claim(String name) {
    return reader.optional(
        name,
        "1..%d printable characters".formatted(ExpectedClaims.MAX_CHARS),
        text -> {
          if (text.length() > ExpectedClaims.MAX_CHARS
              || text.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(
                "it has %d characters, or a control character among them".formatted(text.length()));
          }
          return text;
        });
  }

  private static URI location(String text) {
    if (text.startsWith("http://") || text.startsWith("https://")) {
      return URI.create(text);
    }
    Path file = Path.of(text);
    if (!Files.isReadable(file) || !Files.isRegularFile(file)) {
      throw new IllegalArgumentException(file + " cannot be read");
    }
    return file.toAbsolutePath().toUri();
  }
}
