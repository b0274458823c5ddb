package dev.stampede.embedded;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The directory that binaries are unpacked into, once for each user and version.
 *
 * <p>An entry appears whole or not at all: it is filled under a name of its own and then renamed.
 * Of two processes that fill the same entry at once, the second to finish drops its copy.
 */
record CacheDirectory(Path path) {

  /** Writes the content of an entry into an empty directory. */
  interface Filler {
    void fill(Path directory) throws IOException;
  }

  private static final String UNFINISHED = ".unfinished-";

  static CacheDirectory ofUser() {
    return locate(
        System.getenv(),
        Path.of(System.getProperty("user.home")),
        Path.of(System.getProperty("java.io.tmpdir")),
        Platform.current().os());
  }

  static CacheDirectory locate(
      Map<String, String> environment, Path home, Path temporary, Platform.Os os) {
    String configured = environment.getOrDefault("XDG_CACHE_HOME", "");
    Path usual =
        !configured.isBlank()
            ? Path.of(configured)
            : os == Platform.Os.MACOS
                ? home.resolve("Library").resolve("Caches")
                : home.resolve(".cache");
    try {
      return new CacheDirectory(writable(Files.createDirectories(usual.resolve("stampede"))));
    } catch (IOException homeIsNotWritable) {
      return new CacheDirectory(inTemporary(temporary));
    }
  }

  /** The directory of this entry, filled now if nobody has done it before. */
  Path entry(String name, Filler filler) {
    Path entry = path.resolve(name);
    if (Files.isDirectory(entry)) {
      return entry;
    }
    removeAbandoned(name);
    Path filling = path.resolve(name + UNFINISHED + ProcessHandle.current().pid());
    try {
      Directories.deleteIfExists(filling);
      Files.createDirectory(filling);
      filler.fill(filling);
      Files.move(filling, entry, ATOMIC_MOVE);
    } catch (IOException e) {
      Directories.deleteIfExists(filling);
      if (!Files.isDirectory(entry)) {
        throw new EmbeddedException("cannot unpack %s into %s".formatted(name, path), e);
      }
    }
    return entry;
  }

  /** Drops what processes left behind that died while unpacking. */
  private void removeAbandoned(String name) {
    String prefix = name + UNFINISHED;
    for (Path candidate : candidates()) {
      String fileName = String.valueOf(candidate.getFileName());
      if (fileName.startsWith(prefix)
          && ProcessHandle.of(Long.parseLong(fileName.substring(prefix.length()))).isEmpty()) {
        Directories.deleteIfExists(candidate);
      }
    }
  }

  private List<Path> candidates() {
    try (Stream<Path> entries = Files.list(path)) {
      return entries.toList();
    } catch (IOException e) {
      throw new EmbeddedException("cannot list the cache directory " + path, e);
    }
  }

  private static Path writable(Path directory) throws IOException {
    Path probe = Files.createTempFile(directory, "probe", null);
    Files.delete(probe);
    return directory;
  }

  /**
   * A directory below the system's temporary one. Others can write there too, and what is in it
   * will be executed: a directory of that name that someone else has made is not used.
   */
  private static Path inTemporary(Path temporary) {
    var ownerOnly =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    Path shared = temporary.resolve("stampede-" + System.getProperty("user.name"));
    try {
      Path own = Files.createTempDirectory(temporary, "stampede-", ownerOnly);
      if (!Files.exists(shared, LinkOption.NOFOLLOW_LINKS)) {
        return Files.move(own, shared, ATOMIC_MOVE);
      }
      if (Files.isDirectory(shared, LinkOption.NOFOLLOW_LINKS)
          && Files.getOwner(shared, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(own))) {
        Files.delete(own);
        return shared;
      }
      return own;
    } catch (IOException e) {
      throw new EmbeddedException(
          "neither the home directory nor %s can be written; set XDG_CACHE_HOME to a directory that can"
              .formatted(temporary),
          e);
    }
  }
}
