package dev.stampede.embedded;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/** PostgreSQL's programs, unpacked from the artifact for this platform. */
record PostgresBinaries(Path home, String version) {

  private static final int OWNER_EXECUTE = 0100;

  static PostgresBinaries unpacked(CacheDirectory cache, Platform platform) {
    String version = PinnedVersion.of(ServiceKind.POSTGRESQL);
    String archive = platform.postgresArchive();
    String name = "postgresql-%s-%s".formatted(version, archive.replace(".txz", ""));
    return new PostgresBinaries(cache.entry(name, into -> unpack(archive, into)), version);
  }

  String program(String name) {
    return home.resolve("bin").resolve(name).toString();
  }

  /** The part of the version that decides whether a data directory can be read: "18". */
  String majorVersion() {
    return version.substring(0, version.indexOf('.'));
  }

  private static void unpack(String archive, Path into) throws IOException {
    try (InputStream resource = open(archive);
        TarArchiveInputStream tar =
            new TarArchiveInputStream(
                new XZCompressorInputStream(new BufferedInputStream(resource, 1 << 16)))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        unpack(tar, entry, into);
      }
    }
  }

  private static void unpack(TarArchiveInputStream tar, TarArchiveEntry entry, Path into)
      throws IOException {
    Path target = entry.resolveIn(into);
    if (entry.isDirectory()) {
      Files.createDirectories(target);
      return;
    }
    Files.createDirectories(target.resolveSibling(""));
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
      return;
    }
    Files.copy(tar, target);
    if ((entry.getMode() & OWNER_EXECUTE) != 0) {
      Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  private static InputStream open(String archive) {
    InputStream resource = PostgresBinaries.class.getResourceAsStream("/" + archive);
    if (resource == null) {
      throw new EmbeddedException(
          "the PostgreSQL binaries %s are not on the class path; build on the machine that runs them, or set DATABASE_URL"
              .formatted(archive));
    }
    return resource;
  }
}
