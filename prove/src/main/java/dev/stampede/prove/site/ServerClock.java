package dev.stampede.prove.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The clock of one server's own, by the library libfaketime in its JVM: real time and so many
 * seconds. Its monotonic clock stays as it is, as with a real step.
 */
public final class ServerClock {

  /** Names the library, where it is in none of the usual folders. */
  static final String PROPERTY = "stampede.faketime";

  private static final Path LIBRARIES = Path.of("/usr/lib");
  private static final String FILE = "faketime/libfaketimeMT.so.1";

  private final Path library;
  private final Path file;

  private ServerClock(Path library, Path file) {
    this.library = library;
    this.file = file;
  }

  /** The library for programs with threads, where Debian's package is installed. */
  static Optional<Path> library() {
    String told = System.getProperty(PROPERTY, "");
    if (!told.isEmpty()) {
      return Optional.of(Path.of(told)).filter(Files::isReadable);
    }
    try (Stream<Path> folders = Files.list(LIBRARIES)) {
      return folders.map(each -> each.resolve(FILE)).filter(Files::isReadable).findFirst();
    } catch (IOException notLikeDebian) {
      return Optional.empty();
    }
  }

  /** A clock that shows real time. */
  static ServerClock in(Path folder, Path library) {
    ServerClock clock =
        new ServerClock(library.toAbsolutePath(), folder.toAbsolutePath().resolve("clock"));
    clock.move(Duration.ZERO);
    return clock;
  }

  /**
   * The variables with which a process has this clock. The library's fix for waits by the monotonic
   * clock is turned off: with it every timed wait of a JVM ends at once, and the JVM spins.
   */
  Map<String, String> environment() {
    return Map.of(
        "LD_PRELOAD", library.toString(),
        "FAKETIME_TIMESTAMP_FILE", file.toString(),
        "FAKETIME_CACHE_DURATION", "1",
        "DONT_FAKE_MONOTONIC", "1",
        "FAKETIME_DONT_FAKE_MONOTONIC", "1",
        "FAKETIME_FORCE_MONOTONIC_FIX", "0",
        "NO_FAKE_STAT", "1");
  }

  /** Moves it to so much ahead of real time; the server notices within a second. */
  public void move(Duration ahead) {
    try {
      Path next = file.resolveSibling("clock.next");
      Files.writeString(next, "%+d%n".formatted(ahead.toSeconds()));
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("the clock %s was not moved".formatted(file), e);
    }
  }
}
