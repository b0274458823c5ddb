package dev.stampede.prove.load.library;

import dev.stampede.embedded.LoneProcess;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One process of {@link LibraryMain}, for faults: its locks and jobs are in their middle then. */
public final class LibraryProcess implements AutoCloseable {

  private static final List<String> OPTIONS =
      List.of(
          "-Xms32m",
          "-Xmx128m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow");

  private final LibrarySettings settings;
  private final LoneProcess process;

  private LibraryProcess(LibrarySettings settings, LoneProcess process) {
    this.settings = settings;
    this.process = process;
  }

  static LibraryProcess start(LibrarySettings settings, List<Path> classesInFront) {
    List<String> options = new ArrayList<>(OPTIONS);
    if (!classesInFront.isEmpty()) {
      // Where a JVM is given several class paths, the last one counts.
      options.add("-cp");
      options.add(
          Stream.concat(
                  classesInFront.stream().map(each -> each.toAbsolutePath().toString()),
                  Stream.of(System.getProperty("java.class.path")))
              .collect(Collectors.joining(File.pathSeparator)));
    }
    options.add(LibraryMain.class.getName());
    return new LibraryProcess(
        settings,
        LoneProcess.java(settings.folder(), settings.name(), options, settings.variables()));
  }

  public String name() {
    return settings.name();
  }

  LibrarySettings settings() {
    return settings;
  }

  /** False once it was killed, and until it is started again. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Kills it with SIGKILL, by its process id. */
  public void kill() {
    process.kill();
  }

  /** Stops it with SIGSTOP. */
  public void freeze() {
    process.freeze();
  }

  /** Continues it with SIGCONT. */
  public void thaw() {
    process.thaw();
  }

  /** Starts it again after it was killed; its ids go on where they ended. */
  public void startAgain() {
    process.startAgain();
  }

  String lastWords() {
    return process.lastWords();
  }

  @Override
  public void close() {
    process.close();
  }
}
