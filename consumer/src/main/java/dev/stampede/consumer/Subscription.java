package dev.stampede.consumer;

import java.util.List;
import java.util.regex.Pattern;

/**
 * The topics that a consumer reads, and the handler that it reads them for.
 *
 * @param name the name under which the inbox remembers what was read. Another name reads everything
 *     anew
 * @param topics the topics that it reads, in which the versions of each key are dense
 * @param <E> the type that messages are read as
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
    ReaderBounds.within("the number of topics", topics.size(), 1, MAX_TOPICS);
  }
}
