package dev.stampede.server.http;

import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Headers;
import io.helidon.http.WritableHeaders;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1ConnectionListener;

/**
 * Takes the Content-Length from answers that have none. The web server sets one or sends chunks, so
 * such an answer has one of these, until its head is written.
 */
final class UnsentLength implements Http1ConnectionListener {

  /** Of an answer that has no content by its status (RFC 9110, 8.6). */
  static final Header NOTHING = HeaderValues.createCached(HeaderNames.CONTENT_LENGTH, "0");

  /** Of a stream that ends with its connection. */
  static final Header UNTIL_CLOSED =
      HeaderValues.createCached(HeaderNames.CONTENT_LENGTH, Long.toString(Long.MAX_VALUE));

  /** Called with an answer's headers in the moment in which they are written. */
  @Override
  public void headers(ConnectionContext connection, Headers answer) {
    if (answer.contains(HeaderNames.CONTENT_LENGTH)) {
      Header length = answer.get(HeaderNames.CONTENT_LENGTH);
      if (isUnsent(length) && answer instanceof WritableHeaders<?> headers) {
        headers.remove(HeaderNames.CONTENT_LENGTH);
      }
    }
  }

  @SuppressWarnings("ReferenceEquality") // An equal length that was meant is sent.
  private static boolean isUnsent(Header length) {
    return length == NOTHING || length == UNTIL_CLOSED;
  }
}
