package dev.stampede.embedded;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** PostgreSQL's data directory: created whole, and cleared of what a crash left. */
record PostgresCluster(Path directory, PostgresBinaries binaries, List<String> prefix) {

  static final String OWNER = "stampede";
  static final String DATABASE = "stampede";

  /** Created beside its place and then renamed: a start that was killed half-way leaves no ruin. */
  void createIfAbsent() {
    if (Files.exists(directory.resolve("PG_VERSION"))) {
      refuseOtherMajorVersion();
      return;
    }
    Path unfinished = directory.resolveSibling(directory.getFileName() + ".unfinished");
    Directories.deleteIfExists(unfinished);
    Directories.deleteIfExists(directory);
    run(
        "initdb",
        "",
        "--pgdata=" + unfinished,
        "--username=" + OWNER,
        "--auth=trust",
        "--encoding=UTF8",
        "--locale=C",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8");
    run(
        "postgres",
        "CREATE DATABASE %s;%n".formatted(DATABASE),
        "--single",
        "-D",
        unfinished.toString(),
        "postgres");
    try {
      Files.move(unfinished, directory, ATOMIC_MOVE);
    } catch (IOException e) {
      throw new EmbeddedException("cannot create " + directory, e);
    }
  }

  /**
   * Stops a server that an earlier run left behind on this directory, and removes its note. The
   * note of a crash names a number that may be another process's by now; PostgreSQL would refuse to
   * start. We hold the data directory's lock, so no other start is under way.
   */
  void clearPreviousRun() {
    PostmasterFile.of(directory)
        .map(PostmasterFile::process)
        .filter(RunningProcess::isAlive)
        .ifPresent(left -> left.stop(StopSignal.INT, GuardedProcess.GRACE));
    try {
      Files.deleteIfExists(PostmasterFile.path(directory));
    } catch (IOException e) {
      throw new EmbeddedException("cannot remove " + PostmasterFile.path(directory), e);
    }
  }

  private void refuseOtherMajorVersion() {
    try {
      String found = Files.readString(directory.resolve("PG_VERSION")).strip();
      if (!found.equals(binaries.majorVersion())) {
        throw new EmbeddedException(
            "%s was written by PostgreSQL %s and this is PostgreSQL %s; move it away to start empty, or run it elsewhere and set DATABASE_URL"
                .formatted(directory, found, binaries.version()));
      }
    } catch (IOException e) {
      throw new EmbeddedException("cannot read " + directory.resolve("PG_VERSION"), e);
    }
  }

  private void run(String program, String input, String... arguments) {
    List<String> line = new ArrayList<>(prefix);
    line.add(binaries.program(program));
    line.addAll(Arrays.asList(arguments));
    Tool.run(line, input);
  }
}
