package dev.stampede.server.session;

import dev.stampede.server.auth.Access;
import dev.stampede.server.auth.Caller;
import dev.stampede.server.auth.DevelopmentIssuer;
import dev.stampede.server.auth.Loopback;
import dev.stampede.server.auth.Role;
import dev.stampede.server.http.Answer;
import dev.stampede.server.http.Handler;
import dev.stampede.server.http.JsonAnswer;
import dev.stampede.server.http.Problem;
import dev.stampede.server.http.ProblemType;
import dev.stampede.server.http.Request;
import dev.stampede.server.http.RouteSet;
import dev.stampede.server.http.Routes;
import dev.stampede.server.text.Characters;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Tokens for the asking, and an echo to measure with: only while the development issuer is on, and
 * then only for callers on this machine.
 *
 * <p>The peer's address alone does not prove that. A proxy on this machine speaks for its callers,
 * so a request that bears a header of a proxy is refused, and so is one of a browser that shows a
 * page of another host. A page in a local browser whose name was rebound to 127.0.0.1 speaks for
 * its author, so the Host must be a loopback name. A proxy that adds nothing and rewrites Host
 * cannot be told from a person with curl; {@code docs/security.md} says so.
 */
public final class DevelopmentRoutes implements RouteSet {

  private static final Set<String> PROXY_NAMES =
      Set.of(
          "forwarded",
          "via",
          "cdn-loop",
          "max-forwards",
          "x-scheme",
          "x-url-scheme",
          "x-remote-addr",
          "x-amzn-trace-id",
          "x-cloud-trace-context");

  private static final List<String> PROXY_PREFIXES =
      List.of(
          "x-forwarded",
          "x-original-",
          "x-envoy-",
          "x-azure-",
          "x-appengine-",
          "x-amz-cf-",
          "x-arr-",
          "x-vercel-",
          "cf-",
          "fly-",
          "fastly-",
          "akamai-",
          "tailscale-");

  private final DevelopmentIssuer issuer;

  public DevelopmentRoutes(DevelopmentIssuer issuer) {
    this.issuer = issuer;
  }

  /** The body of a request for a token. */
  record TokenRequest(String sub, List<String> roles) {

    TokenRequest {
      if (!Caller.isSub(sub)) {
        throw new IllegalArgumentException(
            "sub has %d characters; give 1..%d printable ones"
                .formatted(Characters.count(sub), Caller.MAX_SUB_CHARS));
      }
      for (String role : roles) {
        if (Role.labelled(role).isEmpty()) {
          throw new IllegalArgumentException(
              "roles may contain only buyer, operator and shop; remove others");
        }
      }
    }

    Caller caller() {
      Set<Role> known = EnumSet.noneOf(Role.class);
      roles.forEach(label -> Role.labelled(label).ifPresent(known::add));
      return new Caller(sub, known);
    }
  }

  /** A token. */
  record TokenReply(String token) {}

  @Override
  public void addTo(Routes routes) {
    routes
        .post("/api/v1/dev/tokens", Access.anyone(), here(this::issue))
        .post("/api/v1/dev/echo", Access.optional(), here(DevelopmentRoutes::echo));
  }

  private Answer issue(Request request) {
    return JsonAnswer.created(
        new TokenReply(issuer.issue(request.body(TokenRequest.class).caller())));
  }

  private static Answer echo(Request request) {
    return JsonAnswer.ok(request.json());
  }

  private static Handler here(Handler handler) {
    return request ->
        isFromHere(request)
            ? handler.handle(request)
            : Problem.of(
                ProblemType.FORBIDDEN,
                "the development issuer answers only this machine: call it directly, as localhost");
  }

  private static boolean isFromHere(Request request) {
    return request.peerAddress().isLoopbackAddress()
        && Loopback.isAuthority(request.host())
        && !request.isOfAProxy()
        && !request.hasHeader(DevelopmentRoutes::isOfAProxy)
        && !isFromAnotherSite(request);
  }

  /** True if the name, in lower case, is that of a header which proxies and the like add. */
  private static boolean isOfAProxy(String name) {
    return PROXY_NAMES.contains(name)
        || PROXY_PREFIXES.stream().anyMatch(name::startsWith)
        // The address of a caller under any name: X-Real-IP, CF-Connecting-IP, True-Client-IP.
        || name.endsWith("-ip");
  }

  /** Browsers say which page a call comes from; with a proxy in between it is the proxy's. */
  private static boolean isFromAnotherSite(Request request) {
    return request.header("Origin").filter(page -> !isHere(page)).isPresent()
        || request.header("Referer").filter(page -> !isHere(page)).isPresent()
        || request.header("Sec-Fetch-Site").filter("cross-site"::equals).isPresent();
  }

  private static boolean isHere(String page) {
    int scheme = page.indexOf("://");
    return scheme > 0 && Loopback.isAuthority(page.substring(scheme + 3).split("/", 2)[0]);
  }
}
