package dev.stampede.prove.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The folder in which a run has left all that the checker reads.
 *
 * @param path its place
 */
public record RecordFolder(Path path) {

  /** Every call, one a line. */
  public Path calls() {
    return path.resolve("calls.tsv");
  }

  /** Every fault, one a line. */
  public Path faults() {
    return path.resolve("faults.tsv");
  }

  /** All that was in the topics: topic, partition, offset, key and value. */
  public Path events() {
    return path.resolve("events.tsv");
  }

  /** A table of the product, as COPY writes it. */
  public Path table(String name) {
    return path.resolve("tables").resolve(name + ".tsv");
  }

  /** A table that the load has written itself, in the schema {@code prove}. */
  public Path tableOfLoad(String name) {
    Path qualified = table("prove." + name);
    return Files.exists(qualified) ? qualified : table(name);
  }

  /** The properties of the run. */
  Map<String, String> properties() {
    Properties read = new Properties();
    try (Reader file = Files.newBufferedReader(path.resolve("run.properties"), UTF_8)) {
      read.load(file);
    } catch (IOException e) {
      throw new UncheckedIOException(path + " has no readable run.properties", e);
    }
    return read.stringPropertyNames().stream()
        .collect(Collectors.toMap(name -> name, read::getProperty, (a, _) -> a, TreeMap::new));
  }
}
