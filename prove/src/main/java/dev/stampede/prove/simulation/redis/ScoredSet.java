package dev.stampede.prove.simulation.redis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A sorted set. */
final class ScoredSet {

  /** A member with its score. */
  record Scored(double score, String member) {

    /** As Redis writes it. */
    String text() {
      return text(score);
    }

    static String text(double score) {
      return score == Math.rint(score) && Math.abs(score) < 1e17
          ? Long.toString((long) score)
          : Double.toString(score);
    }
  }

  private static final Comparator<Scored> ORDER =
      Comparator.comparingDouble(Scored::score).thenComparing(Scored::member);

  private final Map<String, Double> scores = new HashMap<>();
  private final TreeSet<Scored> order = new TreeSet<>(ORDER);

  ScoredSet() {}

  ScoredSet(ScoredSet other) {
    scores.putAll(other.scores);
    order.addAll(other.order);
  }

  @Nullable Double score(String member) {
    return scores.get(member);
  }

  void put(String member, double score) {
    remove(member);
    scores.put(member, score);
    order.add(new Scored(score, member));
  }

  boolean remove(String member) {
    Double score = scores.remove(member);
    return score != null && order.remove(new Scored(score, member));
  }

  int size() {
    return scores.size();
  }

  /** Those from one index to another, both included; below zero counts from the end. */
  List<Scored> range(int from, int to) {
    List<Scored> all = new ArrayList<>(order);
    int first = Math.max(0, from < 0 ? all.size() + from : from);
    int last = Math.min(all.size() - 1, to < 0 ? all.size() + to : to);
    return first > last ? List.of() : all.subList(first, last + 1);
  }

  List<Scored> between(Bound least, Bound most) {
    return order.stream()
        .filter(one -> least.isBelow(one.score()) && most.isAbove(one.score()))
        .toList();
  }

  /** An end of a range of scores, as Redis writes it. */
  record Bound(double score, boolean excluded) {

    static Bound of(String text) {
      boolean excluded = text.startsWith("(");
      String number = excluded ? text.substring(1) : text;
      return new Bound(
          switch (number) {
            case "-inf" -> Double.NEGATIVE_INFINITY;
            case "+inf", "inf" -> Double.POSITIVE_INFINITY;
            default -> Double.parseDouble(number);
          },
          excluded);
    }

    private boolean isBelow(double other) {
      return excluded ? score < other : score <= other;
    }

    private boolean isAbove(double other) {
      return excluded ? score > other : score >= other;
    }
  }
}
