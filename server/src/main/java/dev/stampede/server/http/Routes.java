package dev.stampede.server.http;

import dev.stampede.server.auth.Access;
import java.util.ArrayList;
import java.util.List;

/** Collects routes; a template's {@code {name}} stands for one whole path segment. */
public final class Routes {

  private final List<Route> all = new ArrayList<>();

  public Routes get(String template, Access access, Handler handler) {
    return add("GET", template, access, handler);
  }

  public Routes post(String template, Access access, Handler handler) {
    return add("POST", template, access, handler);
  }

  public Routes patch(String template, Access access, Handler handler) {
    return add("PATCH", template, access, handler);
  }

  public Routes delete(String template, Access access, Handler handler) {
    return add("DELETE", template, access, handler);
  }

  /** A route that moves seats or points. */
  public Routes claim(String method, String template, Access access, Handler handler) {
    all.add(new Route(method, template, access, handler, true));
    return this;
  }

  private Routes add(String method, String template, Access access, Handler handler) {
    all.add(new Route(method, template, access, handler, false));
    return this;
  }

  public List<Route> all() {
    return List.copyOf(all);
  }
}
