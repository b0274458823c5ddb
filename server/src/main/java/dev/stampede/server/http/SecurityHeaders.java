package dev.stampede.server.http;

import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.ServerResponseHeaders;

/** The headers with which every answer tells a browser what not to do. */
final class SecurityHeaders {

  private static final Header[] ALWAYS = {
    HeaderValues.X_CONTENT_TYPE_OPTIONS_NOSNIFF,
    HeaderValues.createCached("Referrer-Policy", "no-referrer"),
    HeaderValues.createCached("X-Frame-Options", "DENY"),
    HeaderValues.createCached("Cross-Origin-Opener-Policy", "same-origin"),
    HeaderValues.createCached("Cross-Origin-Resource-Policy", "same-origin"),
  };
  private static final Header DATA_POLICY =
      HeaderValues.createCached(
          "Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
  private static final Header PAGE_POLICY =
      HeaderValues.createCached(
          "Content-Security-Policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
              + " font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self';"
              + " frame-ancestors 'none'");
  private static final Header NO_STORE =
      HeaderValues.createCached(HeaderNames.CACHE_CONTROL, "no-store");

  private SecurityHeaders() {}

  static void data(ServerResponseHeaders headers) {
    always(headers);
    headers.set(DATA_POLICY);
    headers.set(NO_STORE);
  }

  static void page(ServerResponseHeaders headers) {
    always(headers);
    headers.set(PAGE_POLICY);
  }

  private static void always(ServerResponseHeaders headers) {
    for (Header header : ALWAYS) {
      headers.set(header);
    }
  }
}
