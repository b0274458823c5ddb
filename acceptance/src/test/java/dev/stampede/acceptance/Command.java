package dev.stampede.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stampede.testkit.Eventually;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A command as typed in a terminal: what it prints, how it ends, and whom it started. */
public final class Command implements AutoCloseable {

  static final Duration LONG_ENOUGH = Duration.ofMinutes(4);

  /** Signal 2 in a mask that begins with signal 1. */
  private static final long SIGINT_BIT = 0b10;

  private final Process process;
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Thread reader;

  private Command(Process process) {
    this.process = process;
    // Reading a pipe keeps its carrier, and a machine with two cores has two of those.
    this.reader = Thread.ofPlatform().daemon().start(this::read);
  }

  static Command start(Path folder, Map<String, String> environment, List<String> words) {
    ProcessBuilder builder =
        new ProcessBuilder(inForeground(words))
            .directory(folder.toFile())
            .redirectErrorStream(true);
    builder.environment().putAll(environment);
    try {
      return new Command(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A shell's background job ignores SIGINT and hands that on to all it starts, tests included. A
   * command that is typed in a terminal does not.
   */
  private static List<String> inForeground(List<String> words) {
    return ignoresInterrupts()
        ? Stream.concat(Stream.of("env", "--default-signal=INT"), words.stream()).toList()
        : words;
  }

  /** As Linux tells; elsewhere it is taken for granted that tests run in the foreground. */
  private static boolean ignoresInterrupts() {
    Path status = Path.of("/proc/self/status");
    try (Stream<String> lines = Files.exists(status) ? Files.lines(status) : Stream.of()) {
      return lines
          .filter(line -> line.startsWith("SigIgn:"))
          .map(line -> Long.parseUnsignedLong(line.substring("SigIgn:".length()).strip(), 16))
          .anyMatch(ignored -> (ignored & SIGINT_BIT) != 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The launcher of this repository. */
  public static Command stampede(
      Path folder, Map<String, String> environment, String... arguments) {
    return start(
        folder,
        environment,
        Stream.concat(
                Stream.of(Repository.ROOT.resolve("stampede").toString()), Stream.of(arguments))
            .toList());
  }

  /**
   * Waits for a line that the pattern finds. A command that ends without one, or takes too long,
   * fails with all it has printed; a JVM that is still running prints its threads first.
   */
  public MatchResult line(String pattern) {
    Pattern compiled = Pattern.compile(pattern);
    try {
      Eventually.within(LONG_ENOUGH)
          .until("a line with " + pattern, () -> find(compiled).isPresent() || hasEnded());
      return find(compiled).orElseThrow(() -> new AssertionError("the command has ended"));
    } catch (AssertionError e) {
      printThreads();
      throw new AssertionError("no line with " + pattern + " in:\n" + output(), e);
    }
  }

  /** True when nothing more will be printed. */
  private boolean hasEnded() {
    return !process.isAlive() && !reader.isAlive();
  }

  private Optional<MatchResult> find(Pattern pattern) {
    return lines.stream()
        .map(pattern::matcher)
        .filter(Matcher::find)
        .map(Matcher::toMatchResult)
        .findFirst();
  }

  private void printThreads() {
    if (!process.isAlive()) {
      return;
    }
    signal("QUIT");
    try {
      // The JVM prints on a thread of its own; no line says that it was the last.
      reader.join(Duration.ofSeconds(2));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for the end. */
  int exitCode() throws InterruptedException {
    if (!process.waitFor(LONG_ENOUGH.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError("still running after " + LONG_ENOUGH + ":\n" + output());
    }
    reader.join(Duration.ofSeconds(30));
    return process.exitValue();
  }

  public String output() {
    return String.join("\n", lines);
  }

  List<String> lines() {
    return List.copyOf(lines);
  }

  /** Everyone it started, directly or not, that is alive now. */
  List<ProcessHandle> descendants() {
    return process.descendants().collect(Collectors.toList());
  }

  void interrupt() {
    signal("INT");
  }

  /** Stops it as it is, in the middle of whatever it does, until it is thawed. */
  public void freeze() {
    signal("STOP");
  }

  public void thaw() {
    signal("CONT");
  }

  void terminate() {
    process.destroy();
  }

  public void kill() {
    process.destroyForcibly();
  }

  private void signal(String name) {
    try {
      new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
          .inheritIO()
          .start()
          .waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void read() {
    try (BufferedReader printed =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      printed.lines().forEach(lines::add);
    } catch (IOException | UncheckedIOException closed) {
      lines.add("(output closed: " + closed.getMessage() + ")");
    }
  }

  /** Ends it and everyone it started, if they are still there. */
  @Override
  public void close() {
    List<ProcessHandle> family = descendants();
    process.destroy();
    try {
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    family.forEach(ProcessHandle::destroyForcibly);
  }
}
