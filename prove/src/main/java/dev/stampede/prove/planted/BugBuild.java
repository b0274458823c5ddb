package dev.stampede.prove.planted;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Builds the folder of one planted bug: the changed sources are compiled, and the changed resources
 * are written as they are.
 */
final class BugBuild {

  private static final String JAVA = "src/main/java/";
  private static final String RESOURCES = "src/main/resources/";

  private final PlantedBug bug;
  private final Path checkout;
  private final Path folder;
  private final BugCompiler compiler;

  BugBuild(PlantedBug bug, Path checkout, Path folder, BugCompiler compiler) {
    this.compiler = compiler;
    this.bug = bug;
    this.checkout = checkout;
    this.folder = folder;
  }

  Path run() {
    Map<String, String> changed = changed();
    try {
      makeFolder();
      Map<String, String> sources = new LinkedHashMap<>();
      for (Map.Entry<String, String> file : changed.entrySet()) {
        String path = file.getKey();
        if (path.contains(JAVA)) {
          sources.put(after(JAVA, path), file.getValue());
        } else {
          Path resource = folder.resolve(after(RESOURCES, path));
          Files.createDirectories(resource.getParent());
          Files.writeString(resource, file.getValue());
        }
      }
      if (!sources.isEmpty()) {
        String complaints = compiler.compile(sources, folder);
        if (!complaints.isEmpty()) {
          throw new PlantingException(
              "bug %s does not compile; build the modules again, or adapt the bug to the sources:%n%s"
                  .formatted(bug.name(), complaints));
        }
      }
    } catch (IOException e) {
      throw new PlantingException("the folder %s cannot be written".formatted(folder), e);
    }
    return folder;
  }

  private void makeFolder() throws IOException {
    Files.createDirectories(folder);
    try (Stream<Path> files = Files.list(folder)) {
      if (files.findAny().isPresent()) {
        throw new PlantingException(
            "bug %s is to be built into %s, which is not empty; give it a folder of its own"
                .formatted(bug.name(), folder));
      }
    }
  }

  /** The texts of all files that the bug changes or adds, by their paths. */
  private Map<String, String> changed() {
    Map<String, String> files = new LinkedHashMap<>();
    for (SourceChange change : bug.changes()) {
      switch (change) {
        case SourceChange.Edit edit -> {
          String before = files.computeIfAbsent(edit.path(), this::source);
          files.put(edit.path(), edit.applyTo(before));
        }
        case SourceChange.Addition(String path, String text) -> {
          if (Files.exists(checkout.resolve(path))) {
            throw new PlantingException(
                "bug %s adds %s, which is there already; give it another name"
                    .formatted(bug.name(), path));
          }
          files.put(path, text);
        }
      }
    }
    return files;
  }

  private String source(String path) {
    Path file = checkout.resolve(path);
    if (!Files.isRegularFile(file)) {
      throw new PlantingException(
          "bug %s changes %s, which is not in %s; planted bugs need a checkout of the sources: run ./stampede prove --planted in a clone of the repository"
              .formatted(bug.name(), path, checkout.toAbsolutePath()));
    }
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new PlantingException("the source %s cannot be read".formatted(file), e);
    }
  }

  private static String after(String root, String path) {
    int at = path.indexOf(root);
    if (at < 0) {
      throw new PlantingException(
          "%s is neither in a %s nor in a %s; planted bugs change nothing else"
              .formatted(path, JAVA, RESOURCES));
    }
    return path.substring(at + root.length());
  }
}
