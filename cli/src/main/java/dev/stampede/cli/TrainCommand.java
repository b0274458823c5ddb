package dev.stampede.cli;

import dev.stampede.server.logging.Logging;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Starts everything once on empty data, sells seats to a trial crowd, and has the JVM write down
 * what it learned of the code: the classes it loaded and the methods that are hot (the JVM calls
 * that an AOT cache). The launcher hands this file to the servers that it starts from then on.
 */
@Command(
    name = "train",
    description = "Sell seats to a trial crowd once, so that servers start faster from then on.",
    mixinStandardHelpOptions = true)
final class TrainCommand implements Callable<Integer> {

  private static final Duration SELLING = Duration.ofSeconds(30);

  private final Terminal terminal;

  TrainCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Parameters(paramLabel = "FILE", description = "The cache to write; the launcher names it.")
  private Path cache = Path.of("");

  @Override
  public Integer call() throws IOException, InterruptedException {
    Logging.text();
    Path folder = Files.createTempDirectory("stampede-train-");
    Path fresh = cache.resolveSibling(cache.getFileName() + ".new");
    try (TrainingServer trainee = TrainingServer.start(folder, fresh)) {
      terminal.out().println("Starting a server to train ...");
      trainee.awaitReady();
      terminal.out().printf("Selling seats for %d s ...%n", SELLING.toSeconds());
      new TrainingSale(trainee.target()).sell(SELLING);
      terminal.out().println("Writing what was learned ...");
      trainee.stop();
      if (!Files.isRegularFile(fresh)) {
        throw new CannotStartException(
            "the JVM wrote no cache; servers start without it. It last said:\n"
                + trainee.lastWords());
      }
      // In one step: a server that starts now finds the old file, the new one or none.
      Files.move(fresh, cache, StandardCopyOption.REPLACE_EXISTING);
      terminal
          .out()
          .printf("Servers start with %s from now on (%d MB).%n", cache, Files.size(cache) >> 20);
      return 0;
    } finally {
      Files.deleteIfExists(fresh);
      delete(folder);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      List<Path> all = paths.sorted(Comparator.reverseOrder()).toList();
      for (Path path : all) {
        Files.deleteIfExists(path);
      }
    }
  }
}
