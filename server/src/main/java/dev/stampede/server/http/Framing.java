package dev.stampede.server.http;

import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.ServerRequestHeaders;
import java.util.Optional;

/**
 * Refuses requests of which two readers could disagree where they end: that is how one request is
 * smuggled inside another past a proxy. Such a connection is closed.
 */
final class Framing {

  private Framing() {}

  static Optional<Problem> problem(ServerRequestHeaders headers) {
    boolean encoded = headers.contains(HeaderNames.TRANSFER_ENCODING);
    boolean measured = headers.contains(HeaderNames.CONTENT_LENGTH);
    if (encoded && RequestHead.isHttp10(headers)) {
      return refused("HTTP/1.0 has no Transfer-Encoding; send a Content-Length");
    }
    if (encoded && (measured || !isChunked(headers))) {
      return refused(
          "Transfer-Encoding must be chunked, alone, and without Content-Length beside it");
    }
    if (measured && !isOneLength(headers)) {
      return refused("Content-Length must be one number");
    }
    return Optional.empty();
  }

  private static boolean isChunked(ServerRequestHeaders headers) {
    Header encoding = headers.get(HeaderNames.TRANSFER_ENCODING);
    return encoding.valueCount() == 1 && encoding.get().equals("chunked");
  }

  private static boolean isOneLength(ServerRequestHeaders headers) {
    Header announced = headers.get(HeaderNames.CONTENT_LENGTH);
    if (announced.valueCount() != 1) {
      return false;
    }
    String length = announced.get();
    for (int i = 0; i < length.length(); i++) {
      if (length.charAt(i) < '0' || length.charAt(i) > '9') {
        return false;
      }
    }
    return !length.isEmpty();
  }

  private static Optional<Problem> refused(String detail) {
    return Optional.of(Problem.of(ProblemType.MALFORMED_REQUEST, detail));
  }
}
