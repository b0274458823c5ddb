package dev.stampede.prove.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The files with the checker's SQL, beside its classes. */
final class SqlFile {

  private SqlFile() {}

  static String read(String name) {
    try (InputStream file = SqlFile.class.getResourceAsStream(name)) {
      if (file == null) {
        throw new CheckException("the file %s is missing from the checker".formatted(name));
      }
      return new String(file.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(name + " cannot be read", e);
    }
  }
}
