package dev.stampede.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The repository these tests belong to. */
public final class Repository {

  static final Path ROOT =
      Path.of(System.getProperty("stampede.root", "..")).toAbsolutePath().normalize();

  private static final String JAVA = ".java";

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

  /** The names of all files of Java, without folders and ending. */
  static Set<String> javaClasses() {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(JAVA))
          .map(name -> name.substring(0, name.length() - JAVA.length()))
          .collect(Collectors.toSet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
