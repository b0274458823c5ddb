package dev.stampede.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The script under which every service runs, as a file that {@code sh} can read. */
record GuardScript(Path path) {

  /** Renamed into place: guards of an earlier run may still be reading the old one. */
  static GuardScript in(Path directory) {
    Path path = directory.resolve("guard.sh");
    try (InputStream script = GuardScript.class.getResourceAsStream("guard.sh")) {
      if (script == null) {
        throw new EmbeddedException("guard.sh is missing from the class path");
      }
      Path written = Files.createTempFile(directory, "guard", null);
      Files.copy(script, written, StandardCopyOption.REPLACE_EXISTING);
      Files.move(written, path, StandardCopyOption.ATOMIC_MOVE);
      return new GuardScript(path);
    } catch (IOException e) {
      throw new EmbeddedException("cannot write " + path, e);
    }
  }
}
