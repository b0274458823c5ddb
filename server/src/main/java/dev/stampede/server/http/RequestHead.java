package dev.stampede.server.http;

import io.helidon.http.DirectHandler.EventType;
import io.helidon.http.Header;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.http.HttpToken;
import io.helidon.http.RequestException;
import io.helidon.http.ServerRequestHeaders;
import io.helidon.http.Status;
import io.helidon.http.WritableHeaders;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1ConnectionListener;
import java.util.Locale;

/**
 * Checks each head that the web server has read, before anything is made of it, and writes its
 * headers the one way in which the web server knows them: {@code Chunked} becomes {@code chunked},
 * and a connection that ends with HTTP/1.0 becomes one that asks to close.
 *
 * <p>The web server's own checks are off, for they ask HTTP/1.0 for a Host too.
 */
final class RequestHead implements Http1ConnectionListener {

  // No header that is sent has such a name: a colon would have ended it.
  private static final Header HTTP_1_0 = HeaderValues.createCached(":http-1.0", "yes");
  private static final Header ABSOLUTE = HeaderValues.createCached(":absolute-target", "yes");

  private static final char DELETE = 0x7F;

  static boolean isHttp10(ServerRequestHeaders headers) {
    return headers.contains(HTTP_1_0.headerName());
  }

  /** True if it is written as proxies and their clients do, and browsers and curl do not. */
  static boolean isOfAProxy(ServerRequestHeaders headers) {
    return isHttp10(headers) || headers.contains(ABSOLUTE.headerName());
  }

  /** Called on the connection's thread when a request's first line is read. */
  @Override
  public void prologue(ConnectionContext connection, HttpPrologue prologue) {
    require(!prologue.fragment().hasValue());
  }

  /** Called on the same thread when its headers are. */
  @Override
  public void headers(ConnectionContext connection, Headers read) {
    RequestReader reader = (RequestReader) connection.dataReader();
    WritableHeaders<?> headers = (WritableHeaders<?>) read;
    for (Header header : headers) {
      requireGood(header);
    }
    putRight(headers, reader);
    reader.headRead();
  }

  /** As the web server's own check, which copies every name and value to look at it. */
  private static void requireGood(Header header) {
    boolean isStandard = header.headerName().index() >= 0;
    require(isStandard || isToken(header.name()));
    if (header.valueCount() == 1) {
      require(isGoodValue(header.get()));
    } else {
      header.allValues().forEach(value -> require(isGoodValue(value)));
    }
  }

  private static boolean isToken(String name) {
    try {
      HttpToken.validate(name);
      return !name.isEmpty();
    } catch (IllegalArgumentException noToken) {
      return false;
    }
  }

  /** Visible characters of any alphabet, and blanks between them (RFC 9110, 5.5). */
  static boolean isGoodValue(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      boolean isBlank = c == ' ' || c == '\t';
      if (c == DELETE || (c <= ' ' && !(isBlank && i > 0))) {
        return false;
      }
    }
    return true;
  }

  private static void putRight(WritableHeaders<?> headers, RequestReader reader) {
    boolean http10 = reader.isHttp10();
    requireHost(headers, reader);
    if (reader.authority().isPresent()) {
      headers.set(HeaderNames.HOST, reader.authority().get());
      headers.set(ABSOLUTE);
    }
    inLowerCase(headers, HeaderValues.TRANSFER_ENCODING_CHUNKED);
    if (http10) {
      headers.set(HTTP_1_0);
      headers.remove(HeaderNames.EXPECT);
    } else {
      inLowerCase(headers, HeaderValues.EXPECT_100);
    }
    if (lists(headers, "close") || (http10 && !lists(headers, "keep-alive"))) {
      headers.set(HeaderValues.CONNECTION_CLOSE);
    }
  }

  private static void requireHost(WritableHeaders<?> headers, RequestReader reader) {
    if (headers.contains(HeaderNames.HOST)) {
      Header host = headers.get(HeaderNames.HOST);
      require(host.valueCount() == 1 && reader.isGoodHost(host.get()));
    } else {
      require(reader.isHttp10());
    }
  }

  private static void inLowerCase(WritableHeaders<?> headers, Header wanted) {
    HeaderName name = wanted.headerName();
    if (headers.contains(name)) {
      Header sent = headers.get(name);
      if (sent.valueCount() == 1 && sent.get().equalsIgnoreCase(wanted.get())) {
        headers.set(wanted);
      }
    }
  }

  private static boolean lists(WritableHeaders<?> headers, String option) {
    if (!headers.contains(HeaderNames.CONNECTION)) {
      return false;
    }
    for (String each : headers.get(HeaderNames.CONNECTION).values().split(",", -1)) {
      if (each.strip().toLowerCase(Locale.ROOT).equals(option)) {
        return true;
      }
    }
    return false;
  }

  private static void require(boolean holds) {
    if (!holds) {
      throw malformed();
    }
  }

  private static RequestException malformed() {
    return RequestException.builder()
        .type(EventType.BAD_REQUEST)
        .status(Status.BAD_REQUEST_400)
        .message("malformed head")
        .build();
  }
}
