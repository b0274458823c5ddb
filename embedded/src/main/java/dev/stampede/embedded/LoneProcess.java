package dev.stampede.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongPredicate;

/**
 * One process of a service that nobody supervises: its owner says what it is told, kills it,
 * freezes it, and starts it again. Several of them make a topology. It ends with this process, as
 * every service here does.
 */
public final class LoneProcess implements AutoCloseable {

  private static final Duration SIGNAL_TAKES_AT_MOST = Duration.ofSeconds(5);

  private final GuardScript guard;
  private final ServiceCommand command;
  private final StopSignal end;
  private final ServiceLog log;
  private final LongPredicate ready;
  private volatile GuardedProcess process;

  private LoneProcess(Path folder, String name, ServiceCommand command) {
    this(folder, name, command, StopSignal.KILL, _ -> true);
  }

  private LoneProcess(
      Path folder, String name, ServiceCommand command, StopSignal end, LongPredicate ready) {
    this.guard = GuardScript.in(folder);
    this.command = command;
    this.end = end;
    this.ready = ready;
    this.log = new ServiceLog(folder.resolve(name + ".log"), ServiceLog.MAX_FILE_BYTES);
    this.process = begin();
  }

  /** A port on loopback that nobody listens on at this moment. */
  public static int freePort() {
    return FreePort.next();
  }

  /** The same, where the port that is so much higher is free as well, and a service's own too. */
  public static int freePort(int andSoMuchHigher) {
    return FreePort.next(andSoMuchHigher);
  }

  /**
   * Redis, the program that {@link EmbeddedServices} runs.
   *
   * @param folder where it runs and keeps its files
   * @param arguments a configuration file, options; {@code --sentinel} makes it a Sentinel
   */
  public static LoneProcess redis(Path folder, List<String> arguments) {
    RedisBinary binary =
        RedisBinary.find(
            System.getenv().getOrDefault("PATH", ""), CacheDirectory.ofUser(), Platform.current());
    List<String> line = new ArrayList<>();
    line.add(binary.executable().toString());
    line.addAll(arguments);
    return new LoneProcess(folder, "redis", new ServiceCommand(line, folder, _ -> {}));
  }

  /**
   * PostgreSQL, the program that {@link EmbeddedServices} runs.
   *
   * @param folder for its log
   * @param data a data directory, as {@link #createPostgres} makes one
   * @param settings as in {@code postgresql.conf}
   */
  public static LoneProcess postgres(Path folder, Path data, Map<String, String> settings) {
    List<String> line = new ArrayList<>(Unprivileged.prefix());
    line.add(postgresBinaries().program("postgres"));
    line.addAll(List.of("-D", data.toString()));
    settings.forEach((name, value) -> line.addAll(List.of("-c", name + "=" + value)));
    return new LoneProcess(
        folder, "postgresql", new ServiceCommand(line, data, PostgresRecipe::adjust));
  }

  /**
   * Kafka, the node that {@link EmbeddedServices} runs.
   *
   * @param folder where it runs and keeps its files
   */
  public static LoneProcess kafka(Path folder, int port) {
    KafkaRecipe recipe = new KafkaRecipe(folder);
    return new LoneProcess(
        folder, "kafka", recipe.command(port), StopSignal.KILL, pid -> recipe.ready(pid, port));
  }

  /**
   * One of several Kafka nodes; it is ready when a majority of them runs.
   *
   * @param folder where it runs and keeps its files
   * @param node counted from 0
   */
  public static LoneProcess kafka(Path folder, KafkaQuorum quorum, int node) {
    KafkaRecipe recipe = new KafkaRecipe(folder);
    int port = quorum.nodes().get(node).clientPort();
    return new LoneProcess(
        folder,
        "kafka",
        recipe.command(quorum, node),
        StopSignal.KILL,
        pid -> recipe.ready(pid, port));
  }

  /**
   * A program in Java, on the class path of this one.
   *
   * @param folder where it runs
   * @param arguments options of the JVM, the main class, and what that is told
   * @param variables it inherits these alone, and where programs are found
   */
  public static LoneProcess java(
      Path folder, String name, List<String> arguments, Map<String, String> variables) {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-cp", KafkaRecipe.classPath()));
    line.addAll(arguments);
    return new LoneProcess(
        folder,
        name,
        new ServiceCommand(
            line,
            folder,
            inherited -> {
              inherited.keySet().retainAll(List.of("PATH", "HOME", "TMPDIR"));
              inherited.putAll(variables);
            }));
  }

  /**
   * Any program. Closing it asks it to end with SIGTERM, and kills it if it does not.
   *
   * @param folder where it runs
   * @param environment changes the variables that it inherits
   */
  public static LoneProcess program(
      Path folder, String name, List<String> line, Consumer<Map<String, String>> environment) {
    return new LoneProcess(
        folder,
        name,
        new ServiceCommand(line, folder, environment::accept),
        StopSignal.TERM,
        _ -> true);
  }

  /**
   * Makes a data directory with an empty database whose superuser needs no password: for
   * experiments that copy it, promote it and read its log.
   */
  public static void createPostgres(Path data) {
    new PostgresCluster(data, postgresBinaries(), Unprivileged.prefix()).createIfAbsent();
  }

  private static PostgresBinaries postgresBinaries() {
    return PostgresBinaries.unpacked(CacheDirectory.ofUser(), Platform.current());
  }

  /** The service's number, by which others may want to end it. */
  public long pid() {
    return process.service().pid();
  }

  public boolean isAlive() {
    return process.service().isAlive();
  }

  /**
   * True if the process is alive and ready. Only Kafka reports its readiness; others always count
   * as ready.
   */
  public boolean isReady() {
    return isAlive() && ready.test(pid());
  }

  /** The last lines that it printed; of one that has ended, nothing is missing. */
  public String lastWords() {
    if (!isAlive()) {
      process.stop(); // it is gone; this waits until all that it said was read
    }
    return log.tail();
  }

  /** As a power cut would: without a word, and at once. Returns when it is gone. */
  public void kill() {
    // The number of one that is gone may be another process's by now.
    if (isAlive()) {
      StopSignal.KILL.sendTo(pid());
    }
    process.stop();
  }

  /** It keeps its connections and answers nobody, until it is thawed or killed. */
  public void freeze() {
    signal("STOP");
  }

  public void thaw() {
    signal("CONT");
  }

  /** The same command again, after it was killed. */
  public void startAgain() {
    if (isAlive()) {
      throw new IllegalStateException(
          "process %d still runs; kill it before it is started again".formatted(pid()));
    }
    process = begin();
  }

  private GuardedProcess begin() {
    return GuardedProcess.start(guard, end, command, log);
  }

  private void signal(String name) {
    try {
      Process kill =
          new ProcessBuilder("kill", "-s", name, Long.toString(pid())).inheritIO().start();
      if (!kill.waitFor(SIGNAL_TAKES_AT_MOST.toMillis(), TimeUnit.MILLISECONDS)
          || kill.exitValue() != 0) {
        throw new EmbeddedException("cannot send SIG%s to process %d".formatted(name, pid()));
      }
    } catch (IOException e) {
      throw new EmbeddedException("cannot send SIG%s to process %d".formatted(name, pid()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends it: services at once, programs when they have stopped in their own way. */
  @Override
  public void close() {
    process.stop();
  }
}
