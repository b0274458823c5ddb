package dev.stampede.prove.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the strongly connected parts of a graph with more than one node, by Tarjan's algorithm with
 * a stack of its own: a chain of operations may be as long as the record.
 */
final class Knots {

  private static final int UNSEEN = -1;

  private final DependencyGraph graph;
  private final boolean[] candidates;
  private final int[] numbers;
  private final int[] lows;
  private final boolean[] isOpen;
  private final IntStack open = new IntStack();
  private final List<int[]> found = new ArrayList<>();
  private int next;

  /**
   * A search.
   *
   * @param candidates the nodes that may be in one; others are not looked at
   */
  Knots(DependencyGraph graph, boolean[] candidates) {
    this.graph = graph;
    this.candidates = candidates;
    this.numbers = new int[graph.nodes()];
    this.lows = new int[graph.nodes()];
    this.isOpen = new boolean[graph.nodes()];
    Arrays.fill(numbers, UNSEEN);
  }

  List<int[]> find() {
    for (int node = 0; node < graph.nodes(); node++) {
      if (candidates[node] && numbers[node] == UNSEEN) {
        search(node);
      }
    }
    return found;
  }

  private void search(int root) {
    IntStack path = new IntStack();
    IntStack position = new IntStack();
    enter(root, path, position);
    while (!path.isEmpty()) {
      int node = path.peek();
      int index = position.pop();
      if (index == graph.successors(node)) {
        leave(path);
        continue;
      }
      position.push(index + 1);
      int to = graph.successor(node, index);
      if (!candidates[to]) {
        continue;
      }
      if (numbers[to] == UNSEEN) {
        enter(to, path, position);
      } else if (isOpen[to]) {
        lows[node] = Math.min(lows[node], numbers[to]);
      }
    }
  }

  private void enter(int node, IntStack path, IntStack position) {
    numbers[node] = next;
    lows[node] = next;
    next++;
    open.push(node);
    isOpen[node] = true;
    path.push(node);
    position.push(0);
  }

  private void leave(IntStack path) {
    int node = path.pop();
    if (!path.isEmpty()) {
      lows[path.peek()] = Math.min(lows[path.peek()], lows[node]);
    }
    if (lows[node] != numbers[node]) {
      return;
    }
    List<Integer> knot = new ArrayList<>();
    int member;
    do {
      member = open.pop();
      isOpen[member] = false;
      knot.add(member);
    } while (member != node);
    if (knot.size() > 1) {
      found.add(knot.stream().mapToInt(Integer::intValue).toArray());
    }
  }

  /** A stack of numbers. */
  private static final class IntStack {

    private int[] values = new int[64];
    private int size;

    void push(int value) {
      if (size == values.length) {
        values = Arrays.copyOf(values, size * 2);
      }
      values[size++] = value;
    }

    int pop() {
      return values[--size];
    }

    int peek() {
      return values[size - 1];
    }

    boolean isEmpty() {
      return size == 0;
    }
  }
}
