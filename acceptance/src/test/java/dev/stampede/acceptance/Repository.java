package dev.stampede.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The repository these tests belong to. */
public final class Repository {

  static final Path ROOT =
      Path.of(System.getProperty("stampede.root", "..")).toAbsolutePath().normalize();

  private Repository() {}

  public static Path file(String name) {
    return ROOT.resolve(name);
  }

  public static String read(String file) {
    try {
      return Files.readString(ROOT.resolve(file), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Every page for people: at the root, in docs/ and in the modules. */
  static List<Path> pages() {
    try (Stream<Path> files = Files.walk(ROOT, 4)) {
      return files
          .filter(file -> file.toString().endsWith(".md"))
          .filter(file -> !ROOT.relativize(file).toString().contains("target"))
          .filter(file -> !ROOT.relativize(file).toString().startsWith("data"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static boolean hasJavaClass(String simpleName) {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files.anyMatch(file -> file.endsWith(simpleName + ".java"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
