package dev.stampede.server.auth;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.text.ParseException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Reads a key set from a file, or from a URL within a bounded time and size. */
final class KeySetSource {

  static final int MAX_BYTES = 256 * 1024;
  static final int MAX_KEYS = 64;
  static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
  static final Duration TIMEOUT = Duration.ofSeconds(3);

  private final URI location;
  private final HttpClient client =
      HttpClient.newBuilder()
          .connectTimeout(CONNECT_TIMEOUT)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  KeySetSource(URI location) {
    this.location = location;
  }

  List<VerifyingKey> read() throws IOException, InterruptedException {
    String text = location.getScheme().equalsIgnoreCase("file") ? fromFile() : fromUrl();
    List<VerifyingKey> keys = new ArrayList<>();
    try {
      for (JWK key : JWKSet.parse(text).getKeys()) {
        VerifyingKey.of(key).ifPresent(keys::add);
      }
    } catch (ParseException | JOSEException | GeneralSecurityException e) {
      throw new IOException(location + " is not a key set (RFC 7517): " + e.getMessage(), e);
    }
    if (keys.isEmpty() || keys.size() > MAX_KEYS) {
      throw new IOException(
          "%s has %d keys that can check RS, PS, ES or EdDSA signatures; it needs 1..%d"
              .formatted(location, keys.size(), MAX_KEYS));
    }
    return List.copyOf(keys);
  }

  private String fromFile() throws IOException {
    Path file = Path.of(location);
    long size = Files.size(file);
    if (size > MAX_BYTES) {
      throw new IOException("%s has %d bytes; the limit is %d".formatted(file, size, MAX_BYTES));
    }
    return Files.readString(file);
  }

  private String fromUrl() throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(location).timeout(TIMEOUT).build();
    HttpResponse<String> response =
        client.send(
            request,
            BodyHandlers.limiting(BodyHandlers.ofString(StandardCharsets.UTF_8), MAX_BYTES));
    if (response.statusCode() != 200) {
      throw new IOException("%s answered %d".formatted(location, response.statusCode()));
    }
    return response.body();
  }

  @Override
  public String toString() {
    return location.toString();
  }
}
