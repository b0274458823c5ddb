package dev.stampede.server.auth;

import dev.stampede.server.auth.Authentication.Rejected;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a request's credentials. A bearer token wins over a cookie; a cookie counts only where
 * the request can change nothing, so that no other site can make a browser act.
 */
public final class Authenticator {

  private static final String BEARER = "Bearer ";

  private final TokenVerifier tokens;
  private final SessionCookies cookies;

  public Authenticator(TokenVerifier tokens, SessionCookies cookies) {
    this.tokens = tokens;
    this.cookies = cookies;
  }

  public Authentication authenticate(
      @Nullable String authorization, @Nullable String cookie, boolean changesNothing) {
    if (authorization != null) {
      return authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
          ? tokens.verify(authorization.substring(BEARER.length()).strip())
          : new Rejected("Authorization must be: Bearer <token>");
    }
    if (cookie != null && changesNothing) {
      return cookies
          .read(cookie)
          .<Authentication>map(session -> session)
          .orElseGet(Authentication::anonymous);
    }
    return Authentication.anonymous();
  }
}
