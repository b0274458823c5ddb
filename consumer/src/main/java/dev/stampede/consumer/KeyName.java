package dev.stampede.consumer;

import java.util.Comparator;

/**
 * A key of a topic, which has versions of its own. Keys are ordered, so that all transactions that
 * write several write them in the same order.
 */
record KeyName(String topic, String key) implements Comparable<KeyName> {

  private static final Comparator<KeyName> ORDER =
      Comparator.comparing(KeyName::topic).thenComparing(KeyName::key);

  @Override
  public int compareTo(KeyName other) {
    return ORDER.compare(this, other);
  }
}
