package dev.stampede.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.jobs.JobSchema;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The job queue is a library with tables of its own; our migrations carry them word for word. */
final class JobTablesTest {

  @Test
  void theMigrationCreatesTheTablesThatTheLibraryNeeds() throws Exception {
    assertThat(migrations())
        .as("migrations with the library's script in them")
        .filteredOn(script -> script.contains(JobSchema.script().replace(JobSchema.leases(), "")))
        .hasSize(1);
    assertThat(migrations())
        .as("migrations with what was added to it later")
        .filteredOn(script -> script.contains(JobSchema.leases()))
        .hasSize(1);
    assertThat(JobSchema.script()).endsWith(JobSchema.leases());
  }

  private static List<String> migrations() throws IOException, URISyntaxException {
    URL folder = Database.class.getResource("migrations");
    try (Stream<Path> files = Files.list(Path.of(folder.toURI()))) {
      List<Path> all = files.toList();
      List<String> scripts = new java.util.ArrayList<>();
      for (Path file : all) {
        scripts.add(Files.readString(file));
      }
      return scripts;
    }
  }
}
