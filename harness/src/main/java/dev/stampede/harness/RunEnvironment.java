package dev.stampede.harness;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * The machine and commit of a measurement, without which a number means nothing.
 *
 * @param commit all of its digits, or {@code unknown}
 */
public record RunEnvironment(String commit, int cpus, String machine, String java, String vm) {

  private static final String UNKNOWN = "unknown";
  private static final long GIT_WITHIN_SECONDS = 5;
  private static final int SHORT_COMMIT = 12;

  /** This machine, and the commit of the repository that the launcher names. */
  public static RunEnvironment here() {
    return of(StampedeRoot.path());
  }

  static RunEnvironment of(Path root) {
    return new RunEnvironment(
        commit(root),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("os.name") + " " + System.getProperty("os.arch"),
        "Java " + System.getProperty("java.version"),
        System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"));
  }

  /** The first twelve digits of the commit. */
  public String shortCommit() {
    return commit.substring(0, Math.min(SHORT_COMMIT, commit.length()));
  }

  @Override
  public String toString() {
    return "%d cpus, %s, %s (%s), commit %s".formatted(cpus, machine, java, vm, commit);
  }

  /** An unknown commit is not an error: a source archive has no history. */
  private static String commit(Path root) {
    try {
      Process git =
          new ProcessBuilder("git", "rev-parse", "HEAD")
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
