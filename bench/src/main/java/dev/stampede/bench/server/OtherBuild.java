package dev.stampede.bench.server;

import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.harness.TemporaryFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Another build of us to compare with: a folder that holds one, or a commit, which is checked out
 * into a temporary git worktree and built there by its own launcher.
 */
public final class OtherBuild implements AutoCloseable {

  private static final Duration GIT_WITHIN = Duration.ofMinutes(1);
  private static final Duration BUILT_WITHIN = Duration.ofMinutes(15);
  private static final int CHARACTERS_TOLD = 2_000;

  private final Path folder;
  private final Runnable removal;
  private final AtomicBoolean closed = new AtomicBoolean();

  private OtherBuild(Path folder, Runnable removal) {
    this.folder = folder;
    this.removal = removal;
  }

  /** The build of a folder or of a commit; built when this returns. */
  public static OtherBuild of(String commitOrFolder, Path root, ProgressPrinter journal)
      throws IOException, InterruptedException {
    Path folder = Path.of(commitOrFolder).toAbsolutePath();
    if (Files.isDirectory(folder)) {
      OtherBuild given = new OtherBuild(folder, () -> {});
      given.build(journal);
      return given;
    }
    String commit =
        run(GIT_WITHIN, root, List.of("git", "rev-parse", "--verify", commitOrFolder + "^{commit}"))
            .strip();
    // A folder of its own, gone with the worktree: git itself creates the worktree's.
    TemporaryFolder above = TemporaryFolder.create("bench");
    Path worktree = above.path().resolve(commit);
    OtherBuild built = new OtherBuild(worktree, () -> remove(root, worktree, above));
    Runtime.getRuntime().addShutdownHook(new Thread(built::close, "remove-worktree"));
    boolean whole = false;
    try {
      run(
          GIT_WITHIN,
          root,
          List.of("git", "worktree", "add", "--detach", worktree.toString(), commit));
      built.build(journal);
      whole = true;
      return built;
    } finally {
      if (!whole) {
        built.close();
      }
    }
  }

  public Path launcher() {
    return folder.resolve("stampede");
  }

  /** A command that builds what the server needs, says something and ends. */
  private void build(ProgressPrinter journal) throws IOException, InterruptedException {
    journal.say("building %s, which takes minutes the first time".formatted(folder));
    run(BUILT_WITHIN, folder, List.of(launcher().toString(), "verify", "--help"));
  }

  /** Once more is harmless: the run and the shutdown hook may both close. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      removal.run();
    }
  }

  private static void remove(Path root, Path worktree, TemporaryFolder above) {
    try {
      run(
          GIT_WITHIN,
          root,
          List.of("git", "worktree", "remove", "--force", "--force", worktree.toString()));
      above.close();
    } catch (IOException e) {
      throw new UncheckedIOException("the worktree %s could not be removed".formatted(worktree), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Runs the command and returns its output. */
  private static String run(Duration within, Path folder, List<String> command)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile("stampede-bench-", ".log");
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      boolean ended = process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS);
      if (!ended) {
        process.destroy();
      }
      String said = Files.readString(output, StandardCharsets.ISO_8859_1);
      if (!ended || process.exitValue() != 0) {
        throw new IOException(
            "%s %s; it last said:%n%s"
                .formatted(
                    String.join(" ", command),
                    ended ? "failed" : "did not end within %d s".formatted(within.toSeconds()),
                    said.substring(Math.max(0, said.length() - CHARACTERS_TOLD))));
      }
      return said;
    } finally {
      Files.deleteIfExists(output);
    }
  }
}
