package dev.stampede.bench.cost;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The figures that Linux gives in {@code /proc} for a process or for one of its threads.
 *
 * @param name at most 15 characters of it
 * @param micros the processor time it has used, of the user and of the system
 * @param childrenMicros the same of children that have ended and that it has waited for
 */
record ProcessStat(String name, double micros, double childrenMicros) {

  /** Linux counts for programs in hundredths of a second, on every processor that a JDK is for. */
  private static final double MICROS_PER_TICK = 10_000;

  /** The positions of the numbers, counted from the one behind the name. */
  private static final int USER = 11;

  private static final int SYSTEM = 12;
  private static final int CHILDREN_USER = 13;
  private static final int CHILDREN_SYSTEM = 14;

  /** Empty when it has ended. */
  static Optional<ProcessStat> of(long pid) {
    return read(Path.of("/proc", Long.toString(pid), "stat"));
  }

  /** Returns the figures of each thread that it has now. */
  static List<ProcessStat> threads(long pid) {
    return tasks(pid).stream().flatMap(task -> read(task.resolve("stat")).stream()).toList();
  }

  /** Returns how often its threads were taken off a processor, by themselves or not. */
  static long contextSwitches(long pid) {
    long switches = 0;
    for (Path task : tasks(pid)) {
      switches +=
          lines(task.resolve("status")).stream()
              .filter(line -> line.contains("ctxt_switches:"))
              .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1).strip()))
              .sum();
    }
    return switches;
  }

  private static List<Path> tasks(long pid) {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> tasks =
        Files.newDirectoryStream(Path.of("/proc", Long.toString(pid), "task"))) {
      tasks.forEach(found::add);
    } catch (IOException ended) {
      return List.of();
    }
    return found;
  }

  private static Optional<ProcessStat> read(Path file) {
    return lines(file).stream().findFirst().map(ProcessStat::parse);
  }

  /** The name stands in parentheses, and may have some of its own. */
  static ProcessStat parse(String line) {
    int end = line.lastIndexOf(')');
    String[] fields = line.substring(end + 2).split(" ", -1);
    return new ProcessStat(
        line.substring(line.indexOf('(') + 1, end),
        micros(fields, USER, SYSTEM),
        micros(fields, CHILDREN_USER, CHILDREN_SYSTEM));
  }

  private static double micros(String[] fields, int user, int system) {
    return (Long.parseLong(fields[user]) + Long.parseLong(fields[system])) * MICROS_PER_TICK;
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException ended) {
      return List.of();
    }
  }
}
