package dev.stampede.server.config;

import dev.stampede.server.auth.AuthSettings;
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
    Optional<AuthSettings> secret =
        reader.optional(
            "AUTH_SECRET",
            "at least 32 bytes (HS256)",
            "none; under `up` a development issuer",
            AuthSettings.Secret::new);
    Optional<AuthSettings> jwks =
        reader.optional("AUTH_JWKS", "an https URL or a readable file", AuthReader::parseJwks);
    if (secret.isPresent() && jwks.isPresent()) {
      reader.problem("AUTH_SECRET and AUTH_JWKS exclude each other; set one");
    }
    if (mode == Mode.SERVE && secret.isEmpty() && jwks.isEmpty()) {
      reader.problem("AUTH_SECRET or AUTH_JWKS is missing; tokens need a known issuer");
    }
    return secret.or(() -> jwks).orElseGet(AuthSettings.Development::random);
  }

  private static AuthSettings parseJwks(String text) {
    if (text.startsWith("http://") || text.startsWith("https://")) {
      return new AuthSettings.Jwks(URI.create(text));
    }
    Path file = Path.of(text);
    if (!Files.isReadable(file) || !Files.isRegularFile(file)) {
      throw new IllegalArgumentException(file + " cannot be read");
    }
    return new AuthSettings.Jwks(file.toAbsolutePath().toUri());
  }
}
