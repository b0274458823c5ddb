package dev.stampede.prove.load;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLongArray;

/** The server that a client asks: the same as before, mostly, and another after a silence. */
final class ServerChoice {

  private static final double CHANGES = 0.02;

  private final SilentServers silent;
  private final Random random;
  private int current;

  /** The servers that left somebody without an answer a moment ago; shared by all clients. */
  static final class SilentServers {

    /** As a load balancer, clients stay away for this time, and then try again. */
    private static final Duration STAY_AWAY = Duration.ofSeconds(2);

    private final AtomicLongArray until;

    SilentServers(int servers) {
      until = new AtomicLongArray(servers);
      for (int i = 0; i < servers; i++) {
        until.set(i, System.nanoTime());
      }
    }

    int count() {
      return until.length();
    }

    void add(int server) {
      until.set(server, System.nanoTime() + STAY_AWAY.toNanos());
    }

    boolean contains(int server) {
      return until.get(server) - System.nanoTime() > 0;
    }
  }

  ServerChoice(SilentServers silent, Random random) {
    this.silent = silent;
    this.random = random;
    this.current = random.nextInt(silent.count());
  }

  /** Returns the number of the server for the next call. */
  int next() {
    if (random.nextDouble() < CHANGES) {
      current = random.nextInt(silent.count());
    }
    for (int i = 0; i < silent.count() && silent.contains(current); i++) {
      current = (current + 1) % silent.count();
    }
    return current;
  }

  /**
   * A server did not answer; the next call goes to another.
   *
   * @param hangs true if all clients should stay away; a single connection that ended is no sign
   */
  void leave(int server, boolean hangs) {
    if (hangs) {
      silent.add(server);
    }
    current = (server + 1) % silent.count();
  }
}
