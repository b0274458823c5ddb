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
 * are one hash lookup, others one for each segment.
 */
final class RouteTable {

  private final Map<String, Node> exact = new HashMap<>();
  private final Step root = new Step();

  /** A place in the tree of paths: what may follow by its text, and what stands for any text. */
  private static final class Step {
    private final Map<String, Step> named = new HashMap<>();
    private @Nullable Step parameter;
    private @Nullable Node node;

    private Step then(String segment) {
      if (!isParameter(segment)) {
        return named.computeIfAbsent(segment, _ -> new Step());
      }
      Step next = parameter == null ? new Step() : parameter;
      parameter = next;
      return next;
    }
  }

  /** One path template and its routes by method. */
  private record Node(String template, List<String> segments, Map<String, TimedRoute> byMethod) {}

  /** A route with its timers. */
  record TimedRoute(Route route, RequestTimers.Line timers) {}

  /** The result of a lookup in the table. */
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
        add(node);
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
      node = find(root, path, 0);
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

  private void add(Node node) {
    Step step = root;
    for (String segment : node.segments()) {
      step = step.then(segment);
    }
    step.node = node;
  }

  /** A segment that is named wins over a parameter in its place. */
  private static @Nullable Node find(Step step, List<String> path, int at) {
    if (at == path.size()) {
      return step.node;
    }
    Step named = step.named.get(path.get(at));
    Node found = named == null ? null : find(named, path, at + 1);
    return found == null && step.parameter != null && !path.get(at).isEmpty()
        ? find(step.parameter, path, at + 1)
        : found;
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
    List<String> segments = new ArrayList<>();
    int from = 0;
    for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', from)) {
      segments.add(path.substring(from, slash));
      from = slash + 1;
    }
    segments.add(path.substring(from));
    return segments;
  }
}
