package dev.stampede.prove.planted;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A bug that can be planted into the product: changes of sources that are compiled into a folder of
 * their own. The folder stands in front of a server's class path, so its classes and resources
 * shadow the product's. The product itself never contains the bug.
 *
 * @param name in small letters with hyphens
 * @param invariants of which at least one turns red, the one expected first
 */
public record PlantedBug(
    String name, Story story, List<String> invariants, Needs needs, List<SourceChange> changes) {

  /**
   * The bug for people.
   *
   * @param why the thought of the engineer who wrote it
   * @param shows what a client or the tables see of it
   * @param seenRed the product's own tests that fail with it; empty: none was tried
   */
  public record Story(String why, String shows, String seenRed) {}

  public PlantedBug {
    invariants = List.copyOf(invariants);
    changes = List.copyOf(changes);
    if (invariants.isEmpty() || changes.isEmpty()) {
      throw new IllegalArgumentException(
          "bug %s breaks %d invariants by %d changes; it needs one of each at least"
              .formatted(name, invariants.size(), changes.size()));
    }
  }

  /**
   * Plants the bug.
   *
   * @param checkout the root of the repository, with its sources
   * @param folder is made, or empty; gets the changed classes and resources
   * @return the folder, as an entry for a class path
   * @throws PlantingException when the sources are not there or do not fit the bug
   */
  public Path build(Path checkout, Path folder) {
    try (BugCompiler compiler = new BugCompiler()) {
      return build(checkout, folder, compiler);
    }
  }

  Path build(Path checkout, Path folder, BugCompiler compiler) {
    return new BugBuild(this, checkout, folder, compiler).run();
  }

  /**
   * The JVM options that put a planted bug in front of this process's class path. Where a JVM is
   * given several class paths, the last one counts.
   */
  public static List<String> inFrontOfClassPath(Path entry) {
    return List.of(
        "-cp",
        Stream.concat(Stream.of(entry), classPath())
            .map(path -> path.toAbsolutePath().toString())
            .collect(Collectors.joining(File.pathSeparator)));
  }

  /** The class path of this process. */
  static Stream<Path> classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(entry -> !entry.isEmpty())
        .map(Path::of);
  }
}
