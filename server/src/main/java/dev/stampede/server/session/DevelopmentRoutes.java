package dev.stampede.server.session;

import dev.stampede.server.auth.Access;
import dev.stampede.server.auth.Caller;
import dev.stampede.server.auth.DevelopmentIssuer;
import dev.stampede.server.auth.Loopback;
import dev.stampede.server.auth.Role;
import dev.stampede.server.http.Answer;
import dev.stampede.server.http.Handler;
import dev.stampede.server.http.Problem;
import dev.stampede.server.http.ProblemType;
import dev.stampede.server.http.Reply;
import dev.stampede.server.http.Request;
import dev.stampede.server.http.RouteSet;
import dev.stampede.server.http.Routes;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Tokens for the asking, and an echo to measure with: only while the development issuer is on, and
 * then only for whoever sits at this machine.
 *
 * <p>The peer's address alone does not prove that. A proxy on this machine would speak for the
 * whole world (so nothing forwarded is answered), and a page in a local browser whose name was
 * rebound to 127.0.0.1 would speak for its author (so the Host must be a loopback name).
 */
public final class DevelopmentRoutes implements RouteSet {

  private final DevelopmentIssuer issuer;

  public DevelopmentRoutes(DevelopmentIssuer issuer) {
    this.issuer = issuer;
  }

  /** What a token is asked for with. */
  record TokenRequest(String sub, List<String> roles) {

    TokenRequest {
      if (!Caller.isSub(sub)) {
        throw new IllegalArgumentException(
            "sub has %d characters; give 1..%d printable ones"
                .formatted(sub.length(), Caller.MAX_SUB_CHARS));
      }
      for (String role : roles) {
        if (Role.labelled(role).isEmpty()) {
          throw new IllegalArgumentException(
              "roles may hold buyer, operator and shop, nothing else");
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
    return Reply.created(new TokenReply(issuer.issue(request.body(TokenRequest.class).caller())));
  }

  private static Answer echo(Request request) {
    return Reply.ok(request.json());
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
        && !request.hasHeader(DevelopmentRoutes::isFromAProxy);
  }

  private static boolean isFromAProxy(String name) {
    return name.startsWith("x-forwarded")
        || name.equals("forwarded")
        || name.equals("x-real-ip")
        || name.equals("via");
  }
}
