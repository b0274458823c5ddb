package dev.stampede.server.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A part of a list, and where it goes on if there is more. */
public record PageReply<T>(
    List<T> items, @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String nextCursor) {
  public PageReply {
    items = List.copyOf(items);
  }
}
