package dev.stampede.locks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.Sql;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A holder that is stopped for longer than its lock lasts, and then goes on as if nothing had
 * happened: no lock can stop it, only the row that it writes to.
 */
final class FrozenHolderTest {

  /** On a busy machine a JVM takes a while to start. */
  private static final Duration SOON = Duration.ofMinutes(2);

  private static final Duration TTL = Duration.ofSeconds(2);

  /** The next holder's lock lasts until the frozen one has written. */
  private static final LockRequest NEXT =
      LockRequest.on("report").within(SOON).lasting(Duration.ofMinutes(5));

  private final TestDatabase database = TestServices.shared().freshDatabase();
  private final RedisLocksFixture redis = new RedisLocksFixture();
  private final FencedTable table = new FencedTable(new Sql(database.url()).jdbcUrl());
  private final RedisLocks locks = redis.open(table.fences());
  private final List<String> said = new CopyOnWriteArrayList<>();
  private final Process frozen;

  FrozenHolderTest() throws IOException, SQLException {
    table.create();
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                HolderMain.class.getName(),
                redis.settings().prefix(),
                Long.toString(TTL.toMillis()))
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put(HolderMain.REDIS, TestServices.shared().redisUrl());
    builder.environment().put(HolderMain.DATABASE, new Sql(database.url()).jdbcUrl());
    frozen = builder.start();
  }

  @BeforeEach
  void freeze() throws Exception {
    Thread.ofVirtual().start(this::listen);
    said(HolderMain.HELD);
    signal("STOP");
  }

  @AfterEach
  void end() {
    frozen.destroyForcibly().onExit().join();
    redis.close();
    database.close();
  }

  @Test
  void withoutAFenceItWritesOverWhoHoldsTheLockNow() throws Exception {
    try (HeldLock next = Asking.held(locks, NEXT)) {
      table.writeWithoutFence("next");

      thaw("unfenced");

      assertThat(next.isHeld()).isTrue();
      assertThat(table.writer()).isEqualTo("thawed");
    }
  }

  /** Seen to fail with a fence that the statement does not check. */
  @Test
  void withAFenceItsWriteIsRefusedAndItHearsOfItsLoss() throws Exception {
    try (HeldLock next = Asking.held(locks, NEXT.fenced())) {
      assertThat(table.write("next", next.fence().orElseThrow())).isTrue();

      thaw("fenced");

      said(HolderMain.WRITTEN + " false");
      said(HolderMain.LOST + " " + Loss.EXPIRED);
      assertThat(table.writer()).isEqualTo("next");
      assertThat(table.write("next again", next.fence().orElseThrow())).isTrue();
    }
  }

  private void thaw(String how) throws Exception {
    signal("CONT");
    frozen.getOutputStream().write((how + "\n").getBytes(UTF_8));
    frozen.getOutputStream().flush();
    Eventually.within(SOON)
        .until(
            "the thawed one wrote",
            () -> said.stream().anyMatch(line -> line.startsWith(HolderMain.WRITTEN)));
  }

  private void said(String line) {
    Eventually.within(SOON).until("it said " + line, () -> said.contains(line));
  }

  private void signal(String name) throws Exception {
    Process kill =
        new ProcessBuilder("kill", "-s", name, Long.toString(frozen.pid())).inheritIO().start();
    assertThat(kill.waitFor()).isZero();
  }

  private void listen() {
    try (BufferedReader lines = frozen.inputReader(UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        said.add(line);
      }
    } catch (IOException ended) {
      // It was killed.
    }
  }
}
