package dev.stampede.server.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds the route for a method and a path.
 *
 * <p>Paths are compared as they came, undecoded: {@code ..}, doubled slashes and percent signs find
 * nothing but a parameter's place, and only there are they decoded. Whole paths without parameters
 * are one hash lookup.
 */
final class RouteTable {

  private final Map<String, Node> exact = new HashMap<>();
  private final List<Node> withParameters = new ArrayList<>();

  /** One path template and its routes by method. */
  private record Node(String template, List<String> segments, Map<String, TimedRoute> byMethod) {}

  /** A route with its timers. */
  record TimedRoute(Route route, RequestTimers.Line timers) {}

  /** What a look in the table found. */
  sealed interface Match {
    record Found(TimedRoute timed, List<String> template, List<String> path) implements Match {}

    record WrongMethod(String template, SortedSet<String> allowed) implements Match {}

    record Unknown() implements Match {
      static final Unknown INSTANCE = new Unknown();
    }
  }

  RouteTable(List<Route> routes, RequestTimers timers) {
    Map<String, Node> byTemplate = new HashMap<>();
    for (Route route : routes) {
      Node node = byTemplate.computeIfAbsent(route.template(), RouteTable::node);
      TimedRoute timed = new TimedRoute(route, timers.line(route.method(), route.template()));
      if (node.byMethod().put(route.method(), timed) != null) {
        throw new IllegalArgumentException(
            "two routes for %s %s".formatted(route.method(), route.template()));
      }
    }
    for (Node node : byTemplate.values()) {
      if (node.template().contains("{")) {
        withParameters.add(node);
      } else {
        exact.put(node.template(), node);
      }
    }
  }

  private static Node node(String template) {
    return new Node(template, split(template), new HashMap<>());
  }

  Match match(String method, String rawPath) {
    Node node = exact.get(rawPath);
    List<String> path = List.of();
    if (node == null) {
      path = split(rawPath);
      node = withParameters(path);
    }
    if (node == null) {
      return Match.Unknown.INSTANCE;
    }
    TimedRoute timed = node.byMethod().get(method);
    if (timed == null && method.equals("HEAD")) {
      timed = node.byMethod().get("GET");
    }
    return timed == null
        ? new Match.WrongMethod(node.template(), allowed(node))
        : new Match.Found(timed, node.segments(), path);
  }

  private @Nullable Node withParameters(List<String> path) {
    for (Node node : withParameters) {
      if (fits(node.segments(), path)) {
        return node;
      }
    }
    return null;
  }

  private static boolean fits(List<String> template, List<String> path) {
    if (template.size() != path.size()) {
      return false;
    }
    for (int i = 0; i < path.size(); i++) {
      boolean fits =
          isParameter(template.get(i))
              ? !path.get(i).isEmpty()
              : template.get(i).equals(path.get(i));
      if (!fits) {
        return false;
      }
    }
    return true;
  }

  private static boolean isParameter(String segment) {
    return segment.startsWith("{");
  }

  private static SortedSet<String> allowed(Node node) {
    SortedSet<String> allowed = new TreeSet<>(node.byMethod().keySet());
    allowed.add("OPTIONS");
    if (allowed.contains("GET")) {
      allowed.add("HEAD");
    }
    return allowed;
  }

  private static List<String> split(String path) {
    return List.of(path.split("/", -1));
  }
}
