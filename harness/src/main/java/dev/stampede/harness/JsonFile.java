package dev.stampede.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The option {@code --json FILE}; commands mix it in. */
public final class JsonFile {

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "write the figures to this file as JSON")
  private @Nullable Path file;

  public boolean isGiven() {
    return file != null;
  }

  /** Refuses a file that cannot be written: before the run, not after minutes of it. */
  public void refuseUnwritable(CommandLine command) {
    if (file == null) {
      return;
    }
    if (Files.isDirectory(file)) {
      throw new ParameterException(command, "--json %s is a folder; name a file".formatted(file));
    }
    refuseUnwritableFolder(command, "--json " + file, file.toAbsolutePath().getParent());
  }

  /**
   * Refuses an option whose folder does not exist or cannot be written to.
   *
   * @param option as the caller typed it, with its value
   */
  public static void refuseUnwritableFolder(
      CommandLine command, String option, @Nullable Path folder) {
    if (folder == null || !Files.isDirectory(folder) || !Files.isWritable(folder)) {
      throw new ParameterException(
          command,
          "%s: its folder does not exist or cannot be written to; create it first"
              .formatted(option));
    }
  }

  /** Writes the file if the option was given, and returns it. */
  public Optional<Path> write(Supplier<String> json) throws IOException {
    if (file == null) {
      return Optional.empty();
    }
    return Optional.of(Files.writeString(file, json.get()));
  }
}
