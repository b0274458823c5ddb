package dev.stampede.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.helidon.http.DirectHandler.EventType;
import io.helidon.http.RequestException;
import io.helidon.http.Status;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A request line rewritten for the web server's parser, which knows HTTP/1.1 and paths alone. Text
 * that is no request line at all is left to the parser to refuse.
 */
final class RequestLine {

  /** The parser can read it as it came. */
  static final RequestLine PLAIN = new RequestLine(null, null, false);

  private static final String HTTP_1_1 = "HTTP/1.1";
  private static final String HTTP_1_0 = "HTTP/1.0";
  private static final Pattern VERSION = Pattern.compile("HTTP/\\d\\.\\d");

  private final @Nullable String text;
  private final @Nullable String authority;
  private final boolean http10;

  private RequestLine(@Nullable String text, @Nullable String authority, boolean http10) {
    this.text = text;
    this.authority = authority;
    this.http10 = http10;
  }

  /**
   * Reads a line without its end.
   *
   * @throws RequestException if it is one of another version, of a method that does not exist, or
   *     of a target that is neither a path nor an address
   */
  static RequestLine of(byte[] line) {
    return isPlain(line) ? PLAIN : read(new String(line, ISO_8859_1));
  }

  /** Almost every request: looks at few bytes, for the parser will look at all of them. */
  private static boolean isPlain(byte[] line) {
    int at = 0;
    while (at < line.length && line[at] >= 'A' && line[at] <= 'Z') {
      at++;
    }
    int end = line.length;
    return at + 2 + HTTP_1_1.length() < end
        && line[at] == ' '
        && line[at + 1] == '/'
        && line[end - 1] == '1'
        && line[end - 3] == '1';
  }

  private static RequestLine read(String line) {
    String[] parts = line.split(" ", -1);
    if (parts.length != 3 || !VERSION.matcher(parts[2]).matches()) {
      return PLAIN;
    }
    boolean http10 = parts[2].equals(HTTP_1_0);
    if (!http10 && !parts[2].equals(HTTP_1_1)) {
      throw refused(EventType.HTTP_VERSION_NOT_SUPPORTED, Status.HTTP_VERSION_NOT_SUPPORTED_505);
    }
    // The parser would take get for GET.
    if (!parts[0].equals(parts[0].toUpperCase(Locale.ROOT)) || parts[0].equals("CONNECT")) {
      throw refused(EventType.OTHER, Status.NOT_IMPLEMENTED_501);
    }
    String target = parts[1];
    if (target.startsWith("/") || target.equals("*")) {
      return new RequestLine(joined(parts[0], target), null, http10);
    }
    int slashes = target.indexOf("://");
    if (slashes < 0 || !isOurs(target.substring(0, slashes))) {
      throw refused(EventType.BAD_REQUEST, Status.BAD_REQUEST_400);
    }
    int path = endOfAuthority(target, slashes + 3);
    String authority = target.substring(slashes + 3, path);
    if (!Authority.isGood(authority)) {
      throw refused(EventType.BAD_REQUEST, Status.BAD_REQUEST_400);
    }
    String rest = target.substring(path);
    String origin = rest.startsWith("/") ? rest : "/" + rest;
    return new RequestLine(joined(parts[0], origin), authority, http10);
  }

  private static boolean isOurs(String scheme) {
    return scheme.equalsIgnoreCase("http") || scheme.equalsIgnoreCase("https");
  }

  private static int endOfAuthority(String target, int from) {
    int end = from;
    while (end < target.length() && "/?#".indexOf(target.charAt(end)) < 0) {
      end++;
    }
    return end;
  }

  private static String joined(String method, String target) {
    return method + " " + target + " " + HTTP_1_1;
  }

  private static RequestException refused(EventType event, Status status) {
    return RequestException.builder().type(event).status(status).message(status.text()).build();
  }

  boolean isPlain() {
    return text == null;
  }

  /** The line for the parser, where it is not as it came. */
  byte[] bytes() {
    if (text == null) {
      throw new IllegalStateException("the line is as it came");
    }
    return text.getBytes(ISO_8859_1);
  }

  /** The host and port of an absolute target, which win over the Host header. */
  Optional<String> authority() {
    return Optional.ofNullable(authority);
  }

  boolean isHttp10() {
    return http10;
  }
}
