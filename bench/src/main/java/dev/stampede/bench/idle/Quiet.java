package dev.stampede.bench.idle;

import dev.stampede.bench.sale.BenchSaleServer;
import java.time.Duration;
import java.util.regex.Pattern;

/** Waits for the quiet of a server that nobody uses. */
final class Quiet {

  private static final Pattern QUIET = Pattern.compile("(?m)^stampede_quiet(\\{.*})? 1(\\.0)?$");
  private static final Duration WITHIN = Duration.ofMinutes(3);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  /** In which the compiler finishes what the work before has made worthwhile. */
  private static final Duration SETTLE = Duration.ofSeconds(45);

  private Quiet() {}

  /** Returns when the server has said that it is quiet, and a while has passed since. */
  static void await(BenchSaleServer server) throws InterruptedException {
    long deadline = System.nanoTime() + WITHIN.toNanos();
    while (!isQuiet(server)) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException(
            "the server was not quiet within %d s; something keeps it awake"
                .formatted(WITHIN.toSeconds()));
      }
      Thread.sleep(LOOK_EVERY);
    }
    Thread.sleep(SETTLE);
    if (!isQuiet(server)) {
      throw new IllegalStateException("the server did not stay quiet; something has woken it");
    }
  }

  private static boolean isQuiet(BenchSaleServer server) throws InterruptedException {
    return QUIET.matcher(metrics(server)).find();
  }

  /** Wakes nobody. */
  static String metrics(BenchSaleServer server) throws InterruptedException {
    return server.answer(server.target().get("/metrics"), 200).text();
  }
}
