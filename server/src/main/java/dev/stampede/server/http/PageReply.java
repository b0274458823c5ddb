package dev.stampede.server.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A part of a list, and where it goes on if there is more.
 *
 * @param stale true where it is from before the database went away
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PageReply<T>(List<T> items, @Nullable String nextCursor, @Nullable Boolean stale) {

  public PageReply {
    items = List.copyOf(items);
  }

  public PageReply(List<T> items, @Nullable String nextCursor) {
    this(items, nextCursor, null);
  }

  /** The answer with this list, which says how old it is where that is a question. */
  public JsonAnswer aged(Optional<Duration> age) {
    return age.map(old -> JsonAnswer.ok(new PageReply<>(items, nextCursor, true)).aged(old))
        .orElseGet(() -> JsonAnswer.ok(this));
  }
}
