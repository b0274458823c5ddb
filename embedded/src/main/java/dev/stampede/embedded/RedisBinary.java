package dev.stampede.embedded;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Redis server program: an installed one if it is newer than ours, otherwise ours. */
record RedisBinary(Path executable, Version version) {

  record Version(int major, int minor, int patch) implements Comparable<Version> {

    private static final Pattern PRINTED = Pattern.compile("\\bv=(\\d+)\\.(\\d+)\\.(\\d+)");
    private static final Comparator<Version> ORDER =
        Comparator.comparingInt(Version::major)
            .thenComparingInt(Version::minor)
            .thenComparingInt(Version::patch);

    /** From what {@code redis-server --version} prints. */
    static Optional<Version> in(String printed) {
      Matcher found = PRINTED.matcher(printed);
      return found.find()
          ? Optional.of(
              new Version(
                  Integer.parseInt(found.group(1)),
                  Integer.parseInt(found.group(2)),
                  Integer.parseInt(found.group(3))))
          : Optional.empty();
    }

    @Override
    public int compareTo(Version other) {
      return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
      return major + "." + minor + "." + patch;
    }
  }

  private static final String PROGRAM = "redis-server";

  /** No artifact of ours has a later one; what is newer on the PATH is preferred. */
  private static final Version NEWEST_OF_OURS = new Version(6, 2, Integer.MAX_VALUE);

  static RedisBinary find(String searchPath, CacheDirectory cache, Platform platform) {
    return installed(searchPath).orElseGet(() -> unpacked(cache, platform));
  }

  private static Optional<RedisBinary> installed(String searchPath) {
    return Arrays.stream(searchPath.split(File.pathSeparator, -1))
        .filter(directory -> !directory.isEmpty())
        .map(directory -> Path.of(directory).toAbsolutePath().resolve(PROGRAM))
        .filter(Files::isExecutable)
        .findFirst()
        .flatMap(RedisBinary::asInstalled);
  }

  /** An installed one that cannot even print its version is as good as absent. */
  private static Optional<RedisBinary> asInstalled(Path executable) {
    try {
      return versionOf(executable)
          .filter(version -> version.compareTo(NEWEST_OF_OURS) > 0)
          .map(version -> new RedisBinary(executable, version));
    } catch (EmbeddedException broken) {
      return Optional.empty();
    }
  }

  private static RedisBinary unpacked(CacheDirectory cache, Platform platform) {
    String resource = platform.redisExecutable();
    Path executable = cache.entry(resource, into -> unpack(resource, into)).resolve(PROGRAM);
    try {
      return new RedisBinary(executable, versionOf(executable).orElse(NEWEST_OF_OURS));
    } catch (EmbeddedException e) {
      throw new EmbeddedException(
          "the Redis that comes with Stampede does not run here (%s); install redis-server 7 or later, or set REDIS_URL"
              .formatted(e.getMessage()),
          e);
    }
  }

  private static void unpack(String resource, Path into) throws IOException {
    try (InputStream binary = RedisBinary.class.getResourceAsStream("/" + resource)) {
      if (binary == null) {
        throw new IOException(resource + " is not on the class path");
      }
      Path executable = into.resolve(PROGRAM);
      Files.copy(binary, executable);
      Files.setPosixFilePermissions(executable, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  private static Optional<Version> versionOf(Path executable) {
    return Version.in(Tool.run(List.of(executable.toString(), "--version"), ""));
  }
}
