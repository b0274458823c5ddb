package dev.stampede.bench.locks;

import dev.stampede.bench.turns.Case;
import dev.stampede.bench.turns.CaseSample;
import dev.stampede.harness.TemporaryFolder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;

/**
 * Contenders for one key in this process and in another. Its percentiles are of hand-offs: from
 * when one holder gives the lock back to when the next one has it, in whichever process.
 */
final class TwoProcessCase implements Case, AutoCloseable {

  static final String KEY = "contended";

  /** In each of the two. */
  static final int THREADS = 8;

  private static final Duration STOP_WITHIN = Duration.ofSeconds(10);

  private final String name;
  private final Peer peer;
  private final TemporaryFolder folder;
  private final Baton baton;
  private final Process child;
  private final BufferedReader said;
  private double unfairness;

  private TwoProcessCase(String name, Peer peer, TemporaryFolder folder, Process child)
      throws IOException {
    this.name = name;
    this.peer = peer;
    this.folder = folder;
    this.child = child;
    this.baton = Baton.in(batonFile(folder));
    this.said = child.inputReader(StandardCharsets.UTF_8);
  }

  static TwoProcessCase start(String name, Kind kind, String redisUrl, Duration ttl)
      throws IOException {
    TemporaryFolder folder = TemporaryFolder.create("locks");
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                ContenderMain.class.getName(),
                kind.name(),
                Long.toString(ttl.toMillis()),
                Integer.toString(THREADS),
                batonFile(folder).toString(),
                answerFile(folder).toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    // It holds a password, and everybody on the machine sees a command line.
    builder.environment().put(ContenderMain.REDIS, redisUrl);
    Process child = builder.start();
    TwoProcessCase both = new TwoProcessCase(name, kind.open(redisUrl, ttl), folder, child);
    both.await(ContenderMain.READY);
    return both;
  }

  private static Path batonFile(TemporaryFolder folder) {
    return folder.path().resolve("baton");
  }

  private static Path answerFile(TemporaryFolder folder) {
    return folder.path().resolve("tally");
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public CaseSample measure(Duration duration) throws Exception {
    child.getOutputStream().write((duration.toMillis() + "\n").getBytes(StandardCharsets.UTF_8));
    child.getOutputStream().flush();
    LockTally tally = new Contenders(peer, THREADS, _ -> KEY, baton).run(duration);
    long here = tally.acquired();
    await(ContenderMain.DONE);
    try (BufferedReader answer = Files.newBufferedReader(answerFile(folder))) {
      tally.add(LockTallyFile.read(answer));
    }
    unfairness = tally.unfairness();
    return new CaseSample(
        tally.acquired() / (duration.toNanos() / 1e9),
        OptionalDouble.of(tally.handOffs().percentileMillis(0.5)),
        OptionalDouble.of(tally.handOffs().percentileMillis(0.99)),
        String.format(
            Locale.ROOT,
            "hand-offs; %d%% here; longest wait %.1f × mean",
            Math.round(100.0 * here / Math.max(1, tally.acquired())),
            unfairness));
  }

  /** The longest wait over the mean, in the last round. */
  double unfairness() {
    return unfairness;
  }

  private void await(String word) throws IOException {
    String line = said.readLine();
    while (line != null && !line.equals(word)) {
      line = said.readLine();
    }
    if (line == null) {
      throw new IllegalStateException("the other process of '%s' ended".formatted(name));
    }
  }

  @Override
  public void close() {
    try {
      child.getOutputStream().close();
      if (!child.waitFor(STOP_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
        child.destroyForcibly();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the other process of '%s' did not end".formatted(name), e);
    } catch (InterruptedException e) {
      child.destroyForcibly();
      Thread.currentThread().interrupt();
    } finally {
      baton.close();
      peer.close();
      folder.close();
    }
  }
}
