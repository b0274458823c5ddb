package dev.stampede.kafka.consumer;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Who reads what, and what for.
 *
 * @param name under which it is remembered what was read. Another name reads everything anew
 * @param topics those read, in which the versions of each key are dense
 * @param <E> what messages are read as
 */
public record Subscription<E>(
    String name, List<String> topics, EventFormat<E> format, EventHandler<E> handler) {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");
  private static final int MAX_TOPICS = 32;

  public Subscription {
    topics = List.copyOf(topics);
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "the consumer's name is '%s'; give 1..64 of A-Z a-z 0-9 . _ -".formatted(name));
    }
    Bounds.within("the number of topics", topics.size(), 1, MAX_TOPICS);
  }
}
