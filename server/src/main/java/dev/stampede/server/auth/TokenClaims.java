package dev.stampede.server.auth;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * The claims of a token that this server reads; it ignores claims that it does not know. A claim
 * that is null is absent.
 */
final class TokenClaims {

  /** The end of the year 9999: what lasts longer ends then, and can be reckoned with. */
  private static final long LAST_SECOND = 253_402_300_799L;

  private static final JsonFactory JSON =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private @Nullable String issuer;
  private @Nullable String subject;
  private @Nullable Instant expiresAt;
  private @Nullable Instant notBefore;
  private List<String> audience = List.of();
  private final Set<Role> roles = EnumSet.noneOf(Role.class);

  /** The payload is no claims: not one JSON object, or a claim that is of another type. */
  private static final class NotClaimsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private NotClaimsException() {
      super("no claims", null, false, false);
    }
  }

  private TokenClaims() {}

  /** The claims in a payload whose signature is good; empty if it has none that can be read. */
  static Optional<TokenClaims> read(byte[] payload) {
    TokenClaims claims = new TokenClaims();
    try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), payload)) {
      require(json.nextToken() == JsonToken.START_OBJECT);
      for (String name = json.nextName(); name != null; name = json.nextName()) {
        claims.read(name, json.nextToken(), json);
      }
      require(json.currentToken() == JsonToken.END_OBJECT && json.nextToken() == null);
      return Optional.of(claims);
    } catch (JacksonException | NotClaimsException broken) {
      return Optional.empty();
    }
  }

  private void read(String name, JsonToken value, JsonParser json) {
    if (value == JsonToken.VALUE_NULL) {
      return;
    }
    switch (name) {
      case "iss" -> issuer = text(value, json);
      // Some issuers have numbers for names, and write them as such.
      case "sub" ->
          subject = value == JsonToken.VALUE_NUMBER_INT ? json.getString() : text(value, json);
      case "exp" -> expiresAt = time(value, json);
      case "nbf" -> notBefore = time(value, json);
      case "aud" ->
          audience = value == JsonToken.START_ARRAY ? texts(json) : List.of(text(value, json));
      case "roles" -> {
        require(value == JsonToken.START_ARRAY);
        texts(json).forEach(label -> Role.labelled(label).ifPresent(roles::add));
      }
      default -> json.skipChildren();
    }
  }

  private static String text(JsonToken value, JsonParser json) {
    require(value == JsonToken.VALUE_STRING);
    return json.getString();
  }

  private static List<String> texts(JsonParser json) {
    List<String> texts = new ArrayList<>();
    for (JsonToken each = json.nextToken(); each != JsonToken.END_ARRAY; each = json.nextToken()) {
      if (each != JsonToken.VALUE_NULL) {
        texts.add(text(each, json));
      }
    }
    return texts;
  }

  /** Seconds since 1970, which may have a fraction (RFC 7519); that is left out. */
  private static Instant time(JsonToken value, JsonParser json) {
    long seconds =
        switch (value) {
          case VALUE_NUMBER_INT -> json.getLongValue();
          case VALUE_NUMBER_FLOAT -> (long) json.getDoubleValue();
          default -> throw new NotClaimsException();
        };
    return Instant.ofEpochSecond(Math.clamp(seconds, 0, LAST_SECOND));
  }

  private static void require(boolean holds) {
    if (!holds) {
      throw new NotClaimsException();
    }
  }

  Optional<String> issuer() {
    return Optional.ofNullable(issuer);
  }

  Optional<String> subject() {
    return Optional.ofNullable(subject);
  }

  Optional<Instant> expiresAt() {
    return Optional.ofNullable(expiresAt);
  }

  Optional<Instant> notBefore() {
    return Optional.ofNullable(notBefore);
  }

  /** For whom the token is; empty if it does not say. */
  List<String> audience() {
    return audience;
  }

  /** Those of its roles that are known here. */
  Set<Role> roles() {
    return roles;
  }
}
