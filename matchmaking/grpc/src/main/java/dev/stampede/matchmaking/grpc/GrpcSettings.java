package dev.stampede.matchmaking.grpc;

import java.time.Duration;

/**
 * The address of the listener, and its limits.
 *
 * @param port 0 takes any free one
 * @param shutdownGrace how long running calls have to end
 * @param maxCalls how many calls that are answered once may be at work
 * @param maxStreams how many streams may be open
 * @param anyOtherPort whether any free port will do when this one is taken
 */
public record GrpcSettings(
    String bind,
    int port,
    Duration shutdownGrace,
    int maxCalls,
    int maxStreams,
    boolean anyOtherPort) {

  public static final int DEFAULT_PORT = 50_504;

  /** A call waits for one round trip to Redis; more than so many wait for each other. */
  public static final int DEFAULT_MAX_CALLS = 4_096;

  /** Idle ones cost some memory, and no thread. */
  public static final int DEFAULT_MAX_STREAMS = 50_000;

  public GrpcSettings {
    require(port >= 0 && port <= 65_535, "port is %d; set 0..65535".formatted(port));
    require(
        shutdownGrace.isPositive(),
        "shutdown-grace is %s; set more than 0".formatted(shutdownGrace));
    require(maxCalls > 0, "max-calls is %d; set 1 or more".formatted(maxCalls));
    require(maxStreams > 0, "max-streams is %d; set 1 or more".formatted(maxStreams));
  }

  public GrpcSettings(String bind, int port, Duration shutdownGrace) {
    this(bind, port, shutdownGrace, DEFAULT_MAX_CALLS, DEFAULT_MAX_STREAMS, false);
  }

  /** The same where nobody has named the port: when it is taken, another will do. */
  public GrpcSettings orAnyOtherPort() {
    return new GrpcSettings(bind, port, shutdownGrace, maxCalls, maxStreams, true);
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
