package dev.stampede.embedded;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Writes files that hold passwords: readable by their owner alone from the first byte on. */
final class PrivateFile {

  private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private PrivateFile() {}

  /** Replaces the file as a whole; a reader sees the old text or the new one. */
  static void write(Path file, String text) {
    Path unfinished = file.resolveSibling(file.getFileName() + ".unfinished");
    try {
      Files.deleteIfExists(unfinished);
      Files.createFile(unfinished, OWNER_ONLY);
      Files.writeString(unfinished, text);
      Files.move(unfinished, file, ATOMIC_MOVE);
    } catch (IOException e) {
      throw new EmbeddedException("cannot write " + file, e);
    }
  }
}
