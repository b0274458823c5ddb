package dev.stampede.chaos.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** The machine and commit of a measurement, without which it means nothing. */
public record ChaosEnvironment(String commit, int cpus, String machine) {

  private static final int GIT_WITHIN_SECONDS = 5;

  /** Here; the launcher says where the repository is. */
  public static ChaosEnvironment here() {
    return new ChaosEnvironment(
        commit(System.getProperty("stampede.root", ".")),
        Runtime.getRuntime().availableProcessors(),
        "%s %s, Java %s"
            .formatted(
                System.getProperty("os.name"),
                System.getProperty("os.arch"),
                System.getProperty("java.version")));
  }

  /** Empty where there is no history, such as in a source archive. */
  private static String commit(String root) {
    try {
      Process git =
          new ProcessBuilder("git", "-C", root, "rev-parse", "--short=12", "HEAD").start();
      if (!git.waitFor(GIT_WITHIN_SECONDS, TimeUnit.SECONDS)) {
        git.destroyForcibly();
        return "";
      }
      return new String(git.getInputStream().readAllBytes(), UTF_8).strip();
    } catch (IOException e) {
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }
}
