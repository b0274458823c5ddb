package dev.stampede.server.session;

import dev.stampede.server.auth.Access;
import dev.stampede.server.auth.SessionCookies;
import dev.stampede.server.http.Answer;
import dev.stampede.server.http.JsonAnswer;
import dev.stampede.server.http.Request;
import dev.stampede.server.http.RouteSet;
import dev.stampede.server.http.Routes;

/** Trades a bearer token for a cookie, since a browser's event stream cannot send headers. */
public final class SessionRoutes implements RouteSet {

  private final SessionCookies cookies;

  public SessionRoutes(SessionCookies cookies) {
    this.cookies = cookies;
  }

  @Override
  public void addTo(Routes routes) {
    routes
        .post("/api/v1/session", Access.authenticated(), this::open)
        .delete("/api/v1/session", Access.anyone(), request -> clear());
  }

  private Answer open(Request request) {
    return JsonAnswer.noContent()
        .header("Set-Cookie", cookies.opened(request.authenticated().orElseThrow()));
  }

  private Answer clear() {
    return JsonAnswer.noContent().header("Set-Cookie", cookies.cleared());
  }
}
