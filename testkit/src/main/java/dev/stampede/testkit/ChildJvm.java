package dev.stampede.testkit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A JVM of its own for a main class of the tests, to be killed or frozen. */
public final class ChildJvm implements AutoCloseable {

  private final Process process;

  private ChildJvm(Process process) {
    this.process = process;
  }

  /**
   * Starts a small JVM with the classpath of this one, and none of its streams.
   *
   * @param environment for values such as passwords, which a list of processes would show if they
   *     were arguments
   */
  public static ChildJvm start(Class<?> main, Map<String, String> environment, String... arguments)
      throws IOException {
    List<String> line =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
    line.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().putAll(environment);
    return new ChildJvm(
        builder
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start());
  }

  /** Kill -9. */
  public void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
  }

  public void freeze() {
    signal("-STOP");
  }

  public void thaw() {
    signal("-CONT");
  }

  private void signal(String signal) {
    try {
      int code = new ProcessBuilder("kill", signal, Long.toString(process.pid())).start().waitFor();
      if (code != 0) {
        throw new TestkitException("kill %s ended with %d".formatted(signal, code));
      }
    } catch (IOException e) {
      throw new TestkitException("kill %s cannot be run".formatted(signal), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TestkitException("interrupted while kill %s ran".formatted(signal), e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
