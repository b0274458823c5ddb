package dev.stampede.embedded;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The directory that keeps the services' data, held by one process at a time.
 *
 * <p>The hold is a lock of the operating system, so it ends with its process, however that ends. A
 * file beside the lock names the holder, for the message alone.
 */
public final class DataDirectory implements AutoCloseable {

  /**
   * The directories that this process holds. A second {@link FileChannel} on a locked file would,
   * when closed, give up the first one's lock (POSIX locks belong to the process), so the file is
   * not even opened.
   */
  private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  private static final String LOCK = "lock";
  private static final String HOLDER = "holder";

  private final Path path;
  private final FileLock lock;

  private DataDirectory(Path path, FileLock lock) {
    this.path = path;
    this.lock = lock;
  }

  /** Takes the directory, creating it if need be. */
  public static DataDirectory open(Path directory) {
    Path path = create(directory);
    if (!HELD_HERE.add(path)) {
      throw new DataDirectoryHeldException(heldBy(path));
    }
    try {
      DataDirectory opened = new DataDirectory(path, lock(path));
      Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
      Files.writeString(
          path.resolve(HOLDER),
          "process %d since %s%n".formatted(ProcessHandle.current().pid(), now));
      return opened;
    } catch (IOException e) {
      HELD_HERE.remove(path);
      throw unusable(path, e);
    } catch (RuntimeException e) {
      HELD_HERE.remove(path);
      throw e;
    }
  }

  public Path path() {
    return path;
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(path.resolve(HOLDER));
      lock.acquiredBy().close();
    } catch (IOException e) {
      throw new EmbeddedException("cannot give up the data directory " + path, e);
    } finally {
      HELD_HERE.remove(path);
    }
  }

  /** A directory inside this one, for a service's own files. */
  Path directory(String name) {
    Path directory = path.resolve(name);
    try {
      Files.createDirectories(directory);
      // Somebody may have made the data directory beforehand, open to others.
      Files.setPosixFilePermissions(directory, OWNER_ONLY);
      return directory;
    } catch (IOException e) {
      throw unusable(directory, e);
    }
  }

  private static Path create(Path directory) {
    try {
      if (!Files.isDirectory(directory)) {
        Path parent = directory.toAbsolutePath().getParent();
        if (parent != null) {
          Files.createDirectories(parent);
        }
        Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
      }
      return directory.toRealPath();
    } catch (IOException e) {
      throw unusable(directory, e);
    }
  }

  private static FileLock lock(Path path) throws IOException {
    FileChannel channel = FileChannel.open(path.resolve(LOCK), CREATE, WRITE);
    FileLock lock = channel.tryLock();
    if (lock == null) {
      channel.close();
      throw new DataDirectoryHeldException(heldBy(path));
    }
    return lock;
  }

  private static String heldBy(Path path) {
    String holder;
    try {
      holder = Files.readString(path.resolve(HOLDER)).strip();
    } catch (IOException unknown) {
      holder = "another process";
    }
    return "the data directory %s is held by %s; stop that one first, or set STAMPEDE_DATA to another directory"
        .formatted(path, holder);
  }

  private static EmbeddedException unusable(Path directory, IOException cause) {
    return new EmbeddedException(
        "cannot use the data directory %s (%s); set STAMPEDE_DATA to a directory that can be written"
            .formatted(directory, cause),
        cause);
  }
}
