package dev.stampede.consumer;

import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A reader in a JVM of its own, to be killed. */
final class ReaderProcess implements AutoCloseable {

  private static final Batch SMALL_BATCHES = new Batch(5, 1);

  private final Process process;

  /** A variable, since the address holds a password. */
  private static final String DATABASE = "JDBC_URL";

  private ReaderProcess(Process process) {
    this.process = process;
  }

  static ReaderProcess start(String jdbcUrl, String topic) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx128m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            ReaderProcess.class.getName(),
            topic,
            ConsumerFixture.bootstrapServers());
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().put(DATABASE, jdbcUrl);
    return new ReaderProcess(
        builder
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start());
  }

  public static void main(String[] arguments) throws InterruptedException {
    try (HikariDataSource pool = ConsumerFixture.pool(System.getenv(DATABASE));
        EventReader _ =
            EventReader.start(
                ConsumerFixture.subscription(
                    arguments[0], EventHandler.each(ConsumerFixture::note)),
                ReaderSettings.of(arguments[1], arguments[0] + ".readers").with(SMALL_BATCHES),
                pool,
                new ReaderListener() {})) {
      // The test that started it ends it; the hour is for the case that the test died.
      TimeUnit.HOURS.sleep(1);
    }
  }

  /** Kill -9. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
