package dev.stampede.prove.site;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A small file system in memory for PostgreSQL's log, which can be filled for a while: PostgreSQL
 * then cannot commit, stops, and recovers when there is room again.
 */
public final class SmallDisk implements AutoCloseable {

  private static final String SIZE = "640m";
  private static final String BALLAST = "ballast";
  private static final String LOG = "pg_wal";
  private static final int BLOCK_BYTES = 1024 * 1024;
  private static final Duration MOUNTED_WITHIN = Duration.ofSeconds(10);

  private final Path folder;

  private SmallDisk(Path folder) {
    this.folder = folder;
  }

  /** Mounts one; empty where this user or this machine does not allow it. */
  static Optional<SmallDisk> mount(Path folder) throws IOException {
    Files.createDirectories(folder);
    if (!run("mount", "-t", "tmpfs", "-o", "size=" + SIZE, "tmpfs", folder.toString())) {
      return Optional.empty();
    }
    SmallDisk disk = new SmallDisk(folder);
    // A mount outlives the process that made it.
    Runtime.getRuntime().addShutdownHook(new Thread(disk::close, "unmount"));
    return Optional.of(disk);
  }

  /** Moves the log of a PostgreSQL that does not run here. */
  void takeLog(Path data) {
    Path log = data.resolve(LOG);
    Path here = folder.resolve(LOG);
    try {
      Files.createDirectory(here);
      try (Stream<Path> files = Files.walk(log)) {
        for (Path file : (Iterable<Path>) files.skip(1)::iterator) {
          Files.copy(file, here.resolve(log.relativize(file).toString()));
        }
      }
      try (Stream<Path> files = Files.walk(log)) {
        for (Path file : files.sorted((one, other) -> other.compareTo(one)).toList()) {
          Files.delete(file);
        }
      }
      Files.createSymbolicLink(log, here);
    } catch (IOException e) {
      throw new UncheckedIOException("PostgreSQL's log was not moved to " + here, e);
    }
  }

  /** Takes all room that is left, and returns how many bytes that was. */
  public long fill() throws IOException {
    FileStore store = Files.getFileStore(folder);
    long written = 0;
    try (OutputStream ballast = Files.newOutputStream(folder.resolve(BALLAST))) {
      byte[] block = new byte[BLOCK_BYTES];
      for (long left = store.getUsableSpace(); left > 0; left -= block.length) {
        int size = (int) Math.min(left, block.length);
        ballast.write(block, 0, size);
        written += size;
      }
    } catch (IOException full) {
      // PostgreSQL has taken the rest meanwhile.
    }
    return written;
  }

  /** Gives the room back. */
  public void empty() throws IOException {
    Files.deleteIfExists(folder.resolve(BALLAST));
  }

  @Override
  public void close() {
    try {
      if (Files.exists(folder) && Files.getFileStore(folder).type().equals("tmpfs")) {
        // While PostgreSQL is still ending, it is unmounted as soon as nothing uses it.
        boolean _ = run("umount", folder.toString()) || run("umount", "-l", folder.toString());
      }
    } catch (IOException e) {
      System.err.println("stampede prove: %s was not unmounted: %s".formatted(folder, e));
    }
  }

  private static boolean run(String... command) throws IOException {
    Process process =
        new ProcessBuilder(List.of(command))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      return process.waitFor(MOUNTED_WITHIN.toMillis(), TimeUnit.MILLISECONDS)
          && process.exitValue() == 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
