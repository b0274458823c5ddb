package dev.stampede.server.health;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * A part as it was when last looked at.
 *
 * @param state {@code up} or {@code down}
 * @param required whether the server is of no use without it
 * @param reason why it is down, in words that may be told to anyone
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DependencyStatus(
    String name, String state, boolean required, @Nullable String reason) {

  public DependencyStatus(String name, String state, boolean required) {
    this(name, state, required, null);
  }
}
