package dev.stampede.server.matchmaking;

import java.net.URI;
import java.time.Duration;

/** The settings of the assigner, which finds matches a place to play. */
public sealed interface AssignerSettings {

  /** All at one place. */
  record Fixed(String connection) implements AssignerSettings {}

  /** Somebody else, who is asked over HTTP. */
  record Http(URI url, Duration timeout) implements AssignerSettings {

    static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(2);
    static final Duration MAX_TIMEOUT = Duration.ofSeconds(20);
  }
}
