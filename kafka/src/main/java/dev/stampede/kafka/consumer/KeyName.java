package dev.stampede.kafka.consumer;

import java.util.Comparator;

/** What has versions of its own. In order, so that all who write several write them alike. */
record KeyName(String topic, String key) implements Comparable<KeyName> {

  private static final Comparator<KeyName> ORDER =
      Comparator.comparing(KeyName::topic).thenComparing(KeyName::key);

  @Override
  public int compareTo(KeyName other) {
    return ORDER.compare(this, other);
  }
}
