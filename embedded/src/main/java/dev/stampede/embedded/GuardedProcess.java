package dev.stampede.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * One run of a service, under the guard that ends it when this process ends.
 *
 * <p>The guard's standard input is a pipe that this process holds. Closing it, or dying, is the
 * request to stop; the guard's exit is the service's. See {@code guard.sh}.
 */
final class GuardedProcess {

  /** After this long the guard stops asking and kills. */
  static final Duration GRACE = Duration.ofSeconds(15);

  private static final Duration BEYOND_GRACE = Duration.ofSeconds(5);
  private static final Duration GUARD_ANSWERS_WITHIN = Duration.ofSeconds(30);

  /**
   * Children of a dead service can hold its output open for a moment, and on a busy machine it is
   * read late: without its last words nobody learns why it died.
   */
  private static final Duration LAST_WORDS = Duration.ofSeconds(5);

  private final Process guard;
  private final RunningProcess service;
  private final StopSignal signal;
  private final CompletableFuture<Integer> exit = new CompletableFuture<>();

  private GuardedProcess(Process guard, RunningProcess service, StopSignal signal) {
    this.guard = guard;
    this.service = service;
    this.signal = signal;
  }

  static GuardedProcess start(
      GuardScript script, StopSignal signal, ServiceCommand command, ServiceLog log) {
    List<String> line = new ArrayList<>();
    line.add("/bin/sh");
    line.add(script.path().toString());
    line.add(signal.name());
    line.add(Long.toString(GRACE.toSeconds()));
    line.addAll(command.line());
    ProcessBuilder builder = new ProcessBuilder(line).directory(command.directory().toFile());
    command.environment().adjust(builder.environment());
    try {
      Process guard = builder.start();
      // Reading a pipe keeps its carrier: as virtual threads three services would take two cores'
      // carriers for themselves, and no other virtual thread of this process would ever run.
      Thread output = Thread.ofPlatform().daemon().start(() -> log.copy(guard.getInputStream()));
      GuardedProcess process =
          new GuardedProcess(guard, RunningProcess.of(announcedPid(guard)), signal);
      Thread.ofVirtual().start(() -> process.awaitEnd(output));
      return process;
    } catch (IOException e) {
      throw new EmbeddedException("cannot start " + String.join(" ", line), e);
    }
  }

  /** The service's process, not the guard's. */
  RunningProcess service() {
    return service;
  }

  /** Completed with the exit code once the service is gone. */
  CompletableFuture<Integer> exit() {
    return exit;
  }

  /** Asks the service to stop, waits for it within a bound, and kills what then still runs. */
  void stop() {
    letGo();
    if (!exited(GRACE.plus(BEYOND_GRACE))) {
      StopSignal.KILL.sendTo(service.pid());
      guard.destroyForcibly();
      exited(BEYOND_GRACE);
    }
  }

  private boolean exited(Duration within) {
    exit.copy().completeOnTimeout(null, within.toMillis(), TimeUnit.MILLISECONDS).join();
    return exit.isDone();
  }

  /** Ends the pipe; whichever part of the guard is alive then stops the service. */
  private void letGo() {
    try {
      guard.getOutputStream().close();
    } catch (IOException alreadyBroken) {
      // The guard is gone, and awaitEnd() stops the service in its place.
    }
  }

  /** Runs until the service has ended. A guard that ends before it was killed by someone. */
  private void awaitEnd(Thread output) {
    int code = guard.onExit().join().exitValue();
    letGo();
    try {
      if (service.isAlive()) {
        service.stop(signal, GRACE);
      }
      output.join(LAST_WORDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      exit.complete(code);
    }
  }

  private static long announcedPid(Process guard) throws IOException {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(guard.getErrorStream(), UTF_8))) {
      String first =
          CompletableFuture.supplyAsync(
                  () -> lines.lines().findFirst().orElse("nothing"), Thread::startVirtualThread)
              .completeOnTimeout("nothing", GUARD_ANSWERS_WITHIN.toMillis(), TimeUnit.MILLISECONDS)
              .join();
      return Long.parseLong(first.strip());
    } catch (NumberFormatException e) {
      guard.destroyForcibly();
      throw new IOException("the guard did not name the process it started", e);
    }
  }
}
