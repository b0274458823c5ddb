package dev.stampede.prove.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The order of committed operations: each knows those that follow it on a seat or in a wallet, and
 * each comes before all that began after it was answered.
 *
 * <p>The latter would be a pair for almost any two operations. So moments stand between them: one
 * for each answer, each before the next; an operation comes before the moment of its own answer,
 * and after the last moment before it began. That keeps the graph linear in its operations.
 *
 * <p>Nodes below the number of operations are operations; the others are moments.
 */
final class DependencyGraph {

  /** 16 million operations, which leaves 39 bits for a time. */
  private static final int INDEX_BITS = 24;

  private static final long LATEST = (1L << 39) - 2;

  private final int operations;
  private final int nodes;

  /** The followers of operation i are at {@code firsts[i]} up to {@code firsts[i + 1]}. */
  private final int[] firsts;

  private final int[] followers;

  /** The moment of an operation's answer; -1: it has none. */
  private final int[] answers;

  /** The last moment before an operation began; -1: there is none. */
  private final int[] gates;

  /** Operations in the order in which they began; those behind one gate are together. */
  private final int[] byBegin;

  /** The operations behind gate i are at {@code behind[i]} up to {@code behind[i + 1]}. */
  private final int[] behind;

  /**
   * A graph.
   *
   * @param began when each operation began
   * @param ended when each was answered; {@link Long#MAX_VALUE}: nobody knows
   * @param order pairs of operations, the first of which comes directly before the second
   */
  DependencyGraph(long[] began, long[] ended, Pairs order) {
    this.operations = began.length;
    int[] byEnd =
        sorted(ended, (int) Arrays.stream(ended).filter(at -> at < Long.MAX_VALUE).count());
    this.nodes = operations + byEnd.length;
    this.answers = new int[operations];
    Arrays.fill(answers, -1);
    for (int moment = 0; moment < byEnd.length; moment++) {
      answers[byEnd[moment]] = moment;
    }
    this.byBegin = sorted(began, operations);
    this.gates = new int[operations];
    this.behind = new int[byEnd.length + 1];
    int passed = 0;
    for (int at = 0; at < operations; at++) {
      while (passed < byEnd.length && ended[byEnd[passed]] < began[byBegin[at]]) {
        behind[passed++] = at;
      }
      gates[byBegin[at]] = passed - 1;
    }
    Arrays.fill(behind, passed, behind.length, operations);
    this.firsts = new int[operations + 1];
    this.followers = new int[order.size()];
    fill(order);
  }

  private void fill(Pairs order) {
    for (int i = 0; i < order.size(); i++) {
      firsts[order.left(i) + 1]++;
    }
    for (int i = 0; i < operations; i++) {
      firsts[i + 1] += firsts[i];
    }
    int[] next = Arrays.copyOf(firsts, operations);
    for (int i = 0; i < order.size(); i++) {
      followers[next[order.left(i)]++] = order.right(i);
    }
  }

  /** The indexes of the lowest values, in their order: sorted as numbers, each with its index. */
  private static int[] sorted(long[] values, int count) {
    long[] keys = new long[count];
    int known = 0;
    for (int i = 0; i < values.length; i++) {
      if (values[i] < LATEST) {
        keys[known++] = (values[i] + 1) << INDEX_BITS | i;
      }
    }
    if (known != count || values.length > 1 << INDEX_BITS) {
      throw new CheckException(
          "%d operations, %d of them with a time before %d µs; the checker orders at most %d in six days"
              .formatted(values.length, known, LATEST, 1 << INDEX_BITS));
    }
    Arrays.sort(keys);
    return Arrays.stream(keys).mapToInt(key -> (int) (key & ((1 << INDEX_BITS) - 1))).toArray();
  }

  int nodes() {
    return nodes;
  }

  boolean isOperation(int node) {
    return node < operations;
  }

  /** True if the second directly follows the first on a seat or in a wallet. */
  boolean isFollowedBy(int first, int second) {
    return IntStream.range(firsts[first], firsts[first + 1]).anyMatch(i -> followers[i] == second);
  }

  int successors(int node) {
    if (node < operations) {
      return firsts[node + 1] - firsts[node] + (answers[node] < 0 ? 0 : 1);
    }
    int moment = node - operations;
    return behindEnd(moment) - behind[moment] + (node + 1 < nodes ? 1 : 0);
  }

  int successor(int node, int index) {
    if (node < operations) {
      int known = firsts[node + 1] - firsts[node];
      return index < known ? followers[firsts[node] + index] : operations + answers[node];
    }
    int moment = node - operations;
    int known = behindEnd(moment) - behind[moment];
    return index < known ? byBegin[behind[moment] + index] : node + 1;
  }

  private int behindEnd(int moment) {
    return behind[moment + 1];
  }

  /**
   * Returns the nodes that are on a cycle or between two; empty if there is an order of all. Nodes
   * without predecessors are removed until none is left.
   */
  boolean[] onCycles() {
    int[] predecessors = new int[nodes];
    for (int node = 0; node < nodes; node++) {
      for (int i = 0; i < successors(node); i++) {
        predecessors[successor(node, i)]++;
      }
    }
    int[] free = new int[nodes];
    int head = 0;
    int tail = 0;
    for (int node = 0; node < nodes; node++) {
      if (predecessors[node] == 0) {
        free[tail++] = node;
      }
    }
    boolean[] left = new boolean[nodes];
    Arrays.fill(left, true);
    while (head < tail) {
      int node = free[head++];
      left[node] = false;
      for (int i = 0; i < successors(node); i++) {
        int next = successor(node, i);
        if (--predecessors[next] == 0) {
          free[tail++] = next;
        }
      }
    }
    return left;
  }

  /** Returns the operations of each knot: a set of nodes that all come before each other. */
  List<int[]> knots() {
    List<int[]> knots = new ArrayList<>();
    for (int[] knot : new Knots(this, onCycles()).find()) {
      int[] inside = Arrays.stream(knot).filter(this::isOperation).sorted().toArray();
      if (inside.length > 0) {
        knots.add(inside);
      }
    }
    return knots;
  }
}
