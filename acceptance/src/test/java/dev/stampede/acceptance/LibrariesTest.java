package dev.stampede.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The libraries can be used by programs that are not on the JDK of the product. */
final class LibrariesTest {

  /** The version of class files that Java 21 reads. */
  private static final int JAVA_21 = 65;

  private static final List<String> LIBRARIES =
      List.of("lane", "locks", "jobs", "workers", "consumer");

  @Test
  void theLibrariesRunOnJava21() throws IOException {
    for (String library : LIBRARIES) {
      List<Path> classes = classes(Repository.file(library).resolve("target/classes"));

      assertThat(classes)
          .isNotEmpty()
          .allSatisfy(each -> assertThat(version(each)).isEqualTo(JAVA_21));
    }
  }

  private static List<Path> classes(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".class")).toList();
    }
  }

  private static int version(Path classFile) throws IOException {
    try (DataInputStream in = new DataInputStream(Files.newInputStream(classFile))) {
      in.readInt();
      in.readUnsignedShort();
      return in.readUnsignedShort();
    }
  }
}
