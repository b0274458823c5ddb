package dev.stampede.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;

/**
 * A copy of a running PostgreSQL's data directory from which a replica starts. The artifacts that
 * PostgreSQL is embedded from have no pg_basebackup; this is what it does, by hand: say that a
 * backup begins, copy what changes meanwhile as it is, and keep the label that says from where the
 * log makes it whole.
 *
 * @param running the server
 * @param data its data directory
 */
record PostgresBackup(Sql running, Path data) {

  private static final Set<String> LEFT_OUT =
      Set.of("postmaster.pid", "postmaster.opts", "pg_wal", "pg_replslot", "pg_stat_tmp");

  void to(Path copy) {
    try (Connection connection = running.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("SELECT pg_backup_start('replica', true)");
      copyFiles(copy);
      // Without waiting for an archive: the replica streams what happened meanwhile.
      try (ResultSet stopped =
          statement.executeQuery(
              "SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)")) {
        stopped.next();
        Files.writeString(copy.resolve("backup_label"), stopped.getString(1));
      }
      Files.createFile(copy.resolve("standby.signal"));
    } catch (SQLException e) {
      throw new TestkitException("PostgreSQL did not let itself be copied", e);
    } catch (IOException e) {
      throw new UncheckedIOException("PostgreSQL could not be copied to " + copy, e);
    }
  }

  private void copyFiles(Path copy) throws IOException {
    var ownersAlone =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    Files.createDirectory(copy, ownersAlone);
    Files.walkFileTree(data, new Copying(data, copy));
    for (String emptied : Set.of("pg_wal", "pg_replslot", "pg_stat_tmp")) {
      Files.createDirectories(copy.resolve(emptied), ownersAlone);
    }
  }

  private static final class Copying extends SimpleFileVisitor<Path> {

    private final Path from;
    private final Path to;

    Copying(Path from, Path to) {
      this.from = from;
      this.to = to;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
        throws IOException {
      if (leftOut(directory)) {
        return FileVisitResult.SKIP_SUBTREE;
      }
      if (!directory.equals(from)) {
        Files.createDirectory(target(directory));
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      if (!leftOut(file)) {
        try {
          Files.copy(file, target(file));
        } catch (NoSuchFileException removedMeanwhile) {
          // The log knows.
        }
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException removedMeanwhile) {
      return FileVisitResult.CONTINUE;
    }

    private boolean leftOut(Path path) {
      Path inside = from.relativize(path);
      return inside.getNameCount() == 1 && LEFT_OUT.contains(inside.toString());
    }

    private Path target(Path path) {
      return to.resolve(from.relativize(path));
    }
  }
}
