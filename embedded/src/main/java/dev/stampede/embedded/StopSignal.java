package dev.stampede.embedded;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A signal that ends a process; {@link ProcessHandle} knows only two of them. */
enum StopSignal {
  INT,
  TERM,
  KILL;

  private static final Duration SENDING_TAKES_AT_MOST = Duration.ofSeconds(5);

  void sendTo(long pid) {
    try {
      Process kill =
          new ProcessBuilder("kill", "-s", name(), Long.toString(pid))
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      // A status other than 0 means that the process is gone, which is what was wanted.
      if (!kill.waitFor(SENDING_TAKES_AT_MOST.toMillis(), TimeUnit.MILLISECONDS)) {
        kill.destroyForcibly();
      }
    } catch (IOException e) {
      throw new EmbeddedException("cannot send SIG%s to process %d".formatted(name(), pid), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
