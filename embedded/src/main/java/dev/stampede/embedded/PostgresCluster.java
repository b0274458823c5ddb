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

  /** Made by initdb; may do anything, as the user who runs the server. */
  static final String SUPERUSER = "stampede";

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
        "--username=" + SUPERUSER,
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

  /** Lets nobody in but {@link PostgresAccess#ROLE}, with this password. */
  void secure(Password password) {
    PostgresAccess access = new PostgresAccess(directory.resolve("pg_hba.conf"), password);
    if (!access.isGiven()) {
      run(
          "postgres",
          access.statements(),
          "--single",
          "-j",
          "-D",
          directory.toString(),
          "-c",
          "exit_on_error=on",
          // A statement that fails is otherwise logged, with the password in it.
          "-c",
          "log_min_error_statement=panic",
          // Rounds of hashing make guessing slow. Nobody guesses 256 random bits, and every
          // connection of every client would pay for the rounds.
          "-c",
          "scram_iterations=1",
          DATABASE);
      access.give();
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
