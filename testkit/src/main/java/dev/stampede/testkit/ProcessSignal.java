package dev.stampede.testkit;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Signals to processes that this one has started, by their ids. */
final class ProcessSignal {

  private static final Duration SENT_WITHIN = Duration.ofSeconds(5);

  private ProcessSignal() {}

  /** A process that is gone meanwhile gets none. */
  static void send(String signal, long pid) {
    send(signal, List.of(Long.toString(pid)));
  }

  /** The parent first, so that it starts no child which would be missed. */
  static void sendToTree(String signal, long pid) {
    send(signal, pid);
    List<String> children =
        ProcessHandle.of(pid).stream()
            .flatMap(ProcessHandle::descendants)
            .map(child -> Long.toString(child.pid()))
            .toList();
    if (!children.isEmpty()) {
      send(signal, children);
    }
  }

  private static void send(String signal, List<String> pids) {
    try {
      Process kill =
          new ProcessBuilder(command(signal, pids))
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!kill.waitFor(SENT_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
        kill.destroyForcibly();
        throw new TestkitException(
            "SIG%s was not sent to %s within %s".formatted(signal, pids, SENT_WITHIN));
      }
    } catch (IOException e) {
      throw new TestkitException("SIG%s cannot be sent to %s".formatted(signal, pids), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TestkitException("interrupted while SIG%s was sent".formatted(signal), e);
    }
  }

  private static List<String> command(String signal, List<String> pids) {
    return Stream.concat(Stream.of("kill", "-s", signal), pids.stream()).toList();
  }
}
