package dev.stampede.lab.report;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** The machine and commit of a measurement, without which a number means nothing. */
public record LabEnvironment(String commit, int cpus, String machine, String java) {

  private static final String UNKNOWN = "unknown";
  private static final long GIT_WITHIN_SECONDS = 5;

  /** Here; the launcher says where the repository is. */
  public static LabEnvironment here() {
    return new LabEnvironment(
        commit(Path.of(System.getProperty("stampede.root", "")).toAbsolutePath()),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("os.name") + " " + System.getProperty("os.arch"),
        "Java " + System.getProperty("java.version"));
  }

  @Override
  public String toString() {
    return "%d cpus, %s, %s, commit %s".formatted(cpus, machine, java, commit);
  }

  /** Unknown is not an error: a source archive has no history. */
  private static String commit(Path root) {
    try {
      Process git =
          new ProcessBuilder("git", "rev-parse", "--short=12", "HEAD")
              .directory(root.toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
              .start();
      if (!git.waitFor(GIT_WITHIN_SECONDS, TimeUnit.SECONDS)) {
        git.destroyForcibly();
        return UNKNOWN;
      }
      String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return git.exitValue() == 0 && !said.isEmpty() ? said : UNKNOWN;
    } catch (IOException e) {
      return UNKNOWN;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return UNKNOWN;
    }
  }
}
