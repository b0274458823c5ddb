package dev.stampede.prove.check;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds a cycle with as few operations as possible within a knot. Moments cost nothing. */
final class ShortestCycle {

  /** A larger knot is searched from these alone; the cycle is then short, but not the shortest. */
  private static final int MOST_STARTS = 200;

  private final DependencyGraph graph;
  private final Set<Integer> knot;

  ShortestCycle(DependencyGraph graph, int[] knot) {
    this.graph = graph;
    this.knot = Arrays.stream(knot).boxed().collect(Collectors.toSet());
  }

  /** Returns its operations, each before the next and the last before the first. */
  List<Integer> find() {
    List<Integer> shortest = List.of();
    for (int start : knot.stream().sorted().limit(MOST_STARTS).toList()) {
      List<Integer> cycle = through(start);
      if (!cycle.isEmpty() && (shortest.isEmpty() || cycle.size() < shortest.size())) {
        shortest = cycle;
      }
      if (shortest.size() == 2) {
        return shortest;
      }
    }
    return shortest;
  }

  /** A search in breadth that takes moments first; empty if no way leads back. */
  private List<Integer> through(int start) {
    Map<Integer, Integer> from = new HashMap<>();
    Deque<Integer> next = new ArrayDeque<>();
    next.add(start);
    while (!next.isEmpty()) {
      int node = next.removeFirst();
      for (int i = 0; i < graph.successors(node); i++) {
        int to = graph.successor(node, i);
        if (to == start) {
          return way(from, node, start);
        }
        boolean isOperation = graph.isOperation(to);
        if (from.containsKey(to) || (isOperation && !knot.contains(to))) {
          continue;
        }
        from.put(to, node);
        if (isOperation) {
          next.addLast(to);
        } else {
          next.addFirst(to);
        }
      }
    }
    return List.of();
  }

  private List<Integer> way(Map<Integer, Integer> from, int last, int start) {
    List<Integer> way = new ArrayList<>();
    for (int node = last; node != start; node = from.getOrDefault(node, start)) {
      if (graph.isOperation(node)) {
        way.add(node);
      }
    }
    way.add(start);
    return way.reversed();
  }
}
