package dev.stampede.consumer;

import com.zaxxer.hikari.HikariDataSource;
import dev.stampede.testkit.ChildJvm;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A reader in a JVM of its own, to be killed. */
final class ReaderProcess {

  private static final Batch SMALL_BATCHES = new Batch(5, 1);

  /** A variable, since the address holds a password. */
  private static final String DATABASE = "JDBC_URL";

  private ReaderProcess() {}

  static ChildJvm start(String jdbcUrl, String topic) throws IOException {
    return ChildJvm.start(
        ReaderProcess.class, Map.of(DATABASE, jdbcUrl), topic, ConsumerFixture.bootstrapServers());
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
}
