package dev.stampede.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A program that does one thing and ends, such as initdb. */
final class Tool {

  private static final Duration TAKES_AT_MOST = Duration.ofMinutes(2);
  private static final int MAX_OUTPUT_BYTES = 1 << 20;

  private Tool() {}

  /** Runs the program and returns its output; throws with that output when the program fails. */
  static String run(List<String> line, String input) {
    ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
    builder.environment().put("LC_ALL", "C");
    try {
      Process process = builder.start();
      CompletableFuture<String> output =
          CompletableFuture.supplyAsync(() -> output(process), Thread::startVirtualThread);
      try (OutputStream in = process.getOutputStream()) {
        in.write(input.getBytes(UTF_8));
      } catch (IOException endedWithoutReading) {
        // Its status and output tell.
      }
      if (!process.waitFor(TAKES_AT_MOST.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
        throw failed(line, "did not end within " + TAKES_AT_MOST.toSeconds() + " s", output.join());
      }
      if (process.exitValue() != 0) {
        throw failed(line, "ended with status " + process.exitValue(), output.join());
      }
      return output.join();
    } catch (IOException e) {
      throw new EmbeddedException("cannot run %s: %s".formatted(line.getFirst(), e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EmbeddedException("interrupted while running " + line.getFirst(), e);
    }
  }

  private static String output(Process process) {
    try {
      return new String(process.getInputStream().readNBytes(MAX_OUTPUT_BYTES), UTF_8).strip();
    } catch (IOException killed) {
      return "";
    }
  }

  private static EmbeddedException failed(List<String> line, String how, String output) {
    return new EmbeddedException("%s %s: %s".formatted(String.join(" ", line), how, output));
  }
}
