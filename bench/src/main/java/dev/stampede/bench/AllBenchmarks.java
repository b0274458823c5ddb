package dev.stampede.bench;

import dev.stampede.bench.report.ProgressPrinter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs every benchmark, one after the other, each in a process of its own: none inherits the heap
 * or the compiled code of the one before, and one that hangs is ended.
 */
final class AllBenchmarks {

  /** Quick ones last about a minute, {@code idle} five, full ones up to eleven. */
  private static final Duration QUICK_WITHIN = Duration.ofMinutes(8);

  private static final Duration WITHIN = Duration.ofMinutes(20);
  private static final Duration STOP_WITHIN = Duration.ofMinutes(1);

  private final Path launcher;
  private final boolean quick;
  private final @Nullable Path folder;
  private final ProgressPrinter journal;

  /**
   * A run of all.
   *
   * @param folder where each result goes as {@code <date>-NAME.json}; nowhere if there is none
   */
  AllBenchmarks(Path launcher, boolean quick, @Nullable Path folder, ProgressPrinter journal) {
    this.launcher = launcher;
    this.quick = quick;
    this.folder = folder;
    this.journal = journal;
  }

  /** Runs these, and says which of them failed. */
  List<String> run(List<String> names, LocalDate today) throws IOException, InterruptedException {
    List<String> failed = new ArrayList<>();
    for (String name : names) {
      List<String> command = command(name, today);
      journal.say("%n=== %s".formatted(String.join(" ", command.subList(1, command.size()))));
      if (!succeeds(command)) {
        failed.add(name);
        journal.say("=== bench %s FAILED".formatted(name));
      }
    }
    return failed;
  }

  private List<String> command(String name, LocalDate today) {
    List<String> command = new ArrayList<>(List.of(launcher.toString(), "bench", name));
    if (quick) {
      command.add("--quick");
    }
    if (folder != null) {
      command.add("--json");
      command.add(folder.resolve(today + "-" + name + ".json").toString());
    }
    return command;
  }

  private boolean succeeds(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).inheritIO().start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroy, "stop-benchmark"));
    Duration within = quick ? QUICK_WITHIN : WITHIN;
    if (process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS)) {
      return process.exitValue() == 0;
    }
    journal.say("=== ended after %d s, without a result".formatted(within.toSeconds()));
    // Its own hooks stop the servers and services that it has started.
    process.destroy();
    if (!process.waitFor(STOP_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    return false;
  }
}
