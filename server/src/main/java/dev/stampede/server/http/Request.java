package dev.stampede.server.http;

import dev.stampede.server.auth.Authentication;
import dev.stampede.server.auth.Authentication.Authenticated;
import dev.stampede.server.auth.Caller;
import io.helidon.http.Header;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** One request as handlers see it. */
public final class Request {

  private final ServerRequest raw;
  private final String id;
  private final RouteTable.Match.Found match;
  private final Authentication authentication;
  private final Reading reading;
  private byte @Nullable [] body;

  /** The readers of bodies and client addresses. */
  record Reading(BodyReader bodies, ClientAddresses addresses) {}

  Request(
      ServerRequest raw,
      String id,
      RouteTable.Match.Found match,
      Authentication authentication,
      Reading reading) {
    this.raw = raw;
    this.id = id;
    this.match = match;
    this.authentication = authentication;
    this.reading = reading;
  }

  public String id() {
    return id;
  }

  public String method() {
    return raw.prologue().method().text();
  }

  /** The path as it came, undecoded. */
  public String path() {
    return raw.prologue().uriPath().rawPath();
  }

  /** Returns the part of the path at the template's {@code {name}}, decoded. */
  public String pathParameter(String name) {
    String wanted = "{" + name + "}";
    for (int i = 0; i < match.template().size(); i++) {
      if (match.template().get(i).equals(wanted)) {
        return decoded(match.path().get(i));
      }
    }
    throw new IllegalArgumentException(
        "%s has no {%s}".formatted(match.timed().route().template(), name));
  }

  private static String decoded(String segment) {
    if (segment.indexOf('%') < 0) {
      return segment;
    }
    try {
      // Made for forms, it would take a plus for a space.
      return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw Refusal.of(
          Problem.of(ProblemType.MALFORMED_REQUEST, "the path has a broken percent encoding"));
    }
  }

  /** The first value of a query parameter. */
  public Optional<String> query(String name) {
    try {
      return raw.query().first(name).asOptional();
    } catch (RuntimeException e) {
      throw Refusal.of(
          Problem.of(
              ProblemType.MALFORMED_REQUEST, "the query cannot be read; check its encoding"));
    }
  }

  /** The first value of a header. */
  public Optional<String> header(String name) {
    return Optional.ofNullable(header(raw, HeaderNames.create(name)));
  }

  /** All values of a header that may be sent several times. */
  public List<String> headers(String name) {
    HeaderName header = HeaderNames.create(name);
    return raw.headers().contains(header) ? raw.headers().get(header).allValues() : List.of();
  }

  /** The value of a header that may be sent once; to send it twice is answered for the handler. */
  public Optional<String> singleHeader(String name) {
    HeaderName header = HeaderNames.create(name);
    if (!raw.headers().contains(header)) {
      return Optional.empty();
    }
    if (raw.headers().get(header).valueCount() > 1) {
      throw Refusal.of(
          Problem.of(
              ProblemType.MALFORMED_REQUEST,
              "the header %s was sent several times; send it once".formatted(name)));
    }
    return Optional.of(raw.headers().get(header).get());
  }

  /** Returns the caller's key for this request; an invalid key is answered for the handler. */
  public Optional<String> idempotencyKey() {
    return singleHeader(IdempotencyKey.HEADER).map(IdempotencyKey::good);
  }

  /** The same where a repeat could not be told from another; to have none is answered too. */
  public String requiredIdempotencyKey() {
    return idempotencyKey().orElseThrow(IdempotencyKey::missing);
  }

  /** The host and port that were asked for; empty where HTTP/1.0 names none. */
  public String host() {
    return header("Host").orElse("");
  }

  /** True if the request line is one of a proxy's: HTTP/1.0, or an absolute target. */
  public boolean isOfAProxy() {
    return RequestHead.isOfAProxy(raw.headers());
  }

  /** True if any header's name, in lower case, matches. */
  public boolean hasHeader(Predicate<String> name) {
    for (Header header : raw.headers()) {
      if (name.test(header.headerName().lowerCase())) {
        return true;
      }
    }
    return false;
  }

  static @Nullable String header(ServerRequest raw, HeaderName name) {
    return raw.headers().contains(name) ? raw.headers().get(name).get() : null;
  }

  /** Returns the caller, if credentials were asked for and sent. */
  public Optional<Authenticated> authenticated() {
    return authentication instanceof Authenticated good ? Optional.of(good) : Optional.empty();
  }

  /** Returns the caller, on a route that requires credentials. */
  public Caller caller() {
    return authenticated()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    match.timed().route().template() + " does not require credentials"))
        .caller();
  }

  /** The other end of the connection. */
  public InetAddress peerAddress() {
    return ((InetSocketAddress) raw.remotePeer().address()).getAddress();
  }

  /** The client, seen through proxies we trust. */
  public InetAddress clientAddress() {
    return reading.addresses().of(peerAddress(), header(raw, HeaderNames.X_FORWARDED_FOR));
  }

  /** The body as a record; a body that does not fit is answered for the handler. */
  public <T extends Record> T body(Class<T> type) {
    return RecordReader.read(json(), type);
  }

  /** The body as any JSON value. */
  public JsonNode json() {
    return Json.parse(jsonBytes());
  }

  /** The body as any JSON value, where it may be left out. */
  public Optional<JsonNode> jsonIfAny() {
    return body == null && raw.content().consumed() ? Optional.empty() : Optional.of(json());
  }

  /** The JSON body as it came; what it says is not looked at yet. */
  public byte[] jsonBytes() {
    if (body == null) {
      body = reading.bodies().json(raw);
    }
    return body;
  }

  /**
   * Waits until all of a JSON body is here, if there is one. A body of another type is left to the
   * handler that asks for it.
   */
  public void awaitBody() {
    if (body == null && !raw.content().consumed() && reading.bodies().isJson(raw)) {
      body = reading.bodies().json(raw);
    }
  }

  /** The body as a JSON merge patch (RFC 7396), which may also call itself plain JSON. */
  public JsonNode mergePatch() {
    return Json.parse(reading.bodies().mergePatch(raw));
  }
}
