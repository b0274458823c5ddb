package dev.stampede.server.seats;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import dev.stampede.engine.show.ShowId;
import dev.stampede.server.FewTries;
import dev.stampede.server.ManualTicker;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.ManualClock;
import dev.stampede.testkit.TestServices;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Two thousand watch at once, or ten thousand in a long run, beside some who do not read. */
final class ManyWatchersTest {

  private static final int WATCHERS = Boolean.getBoolean("stampede.long") ? 10_000 : 2_000;
  private static final int STUCK = 5;

  /** Besides the watchers: jars, Redis, whoever is being accepted. */
  private static final int OTHER_DESCRIPTORS = 500;

  /** The first of the seats that are sold while all watch, one for each try. */
  private static final int FIRST_SOLD = 9_077;

  private static final Duration PROMPT = Duration.ofSeconds(3);
  private static final String STREAM = "/api/v1/shows/61/seats/stream";

  private final ManualClock clock = ManualClock.at(Instant.parse("2030-01-01T00:00:00Z"));
  private final SoldShow show =
      new SoldShow(
          new ShowId(61), new SeatMap(List.of(new Section.Mapped("A", 25, 10, 1_000))), clock);

  /** Time stands still for those who are stuck: they are there until the end. */
  private final ManualTicker ticker = new ManualTicker();

  /** It failed, as it should, when only one of all watchers was written to at a time. */
  @Test
  void theyAreHeldWithoutAThreadOrASubscriptionEachAndNobodyHoldsThemBack() throws Exception {
    enoughDescriptors();
    long others = platformThreads();
    try (SeatServer server =
            new SeatServer(
                TestServices.shared().freshKeyPrefix(), show, clock, WATCHERS + STUCK, ticker);
        StuckClients stuck = new StuckClients(server, show, STREAM, STUCK)) {
      stuck.areStuck();
      long redisClients = redisClients();
      try (WatcherProcess crowd =
          WatcherProcess.start(server.http().port(), STREAM, WATCHERS, soldSeats())) {
        crowd.areWatching(Duration.ofMinutes(2));

        assertThat(server.streams().watchers()).isEqualTo(WATCHERS + STUCK);
        assertThat(platformThreads()).as("platform threads").isLessThan(others + 100);
        // Other tests, which share this Redis, come and go meanwhile.
        assertThat(redisClients()).as("clients of Redis").isLessThan(redisClients + WATCHERS / 4);

        Duration took = FewTries.shortest(PROMPT, number -> heardSale(server, crowd, number));

        System.out.printf("%d watchers heard of a seat within %d ms%n", WATCHERS, took.toMillis());
        assertThat(took).isLessThan(PROMPT);
        // A watcher that has heard it may for a moment still count as being sent to.
        Eventually.within(Duration.ofSeconds(30))
            .until("only the stuck are being sent to", () -> server.streams().sending() == STUCK);
      }
      Eventually.within(Duration.ofSeconds(30))
          .until(
              "who went is no longer counted",
              () -> {
                server.boards().committed(List.of(show.hold(9_500, Duration.ofHours(1))));
                return server.streams().watchers() == STUCK;
              });
    }
  }

  /** Sells a seat, and returns how long it took until the last watcher heard that. */
  private Duration heardSale(SeatServer server, WatcherProcess crowd, int number) throws Exception {
    Instant told = Instant.now();
    server.boards().committed(List.of(show.sell(FIRST_SOLD + number)));
    return Duration.between(told, crowd.haveHeard(Duration.ofSeconds(30)));
  }

  /** The labels of the seats that are sold, which are in the last row of a thousand seats. */
  private static List<String> soldSeats() {
    return IntStream.range(0, FewTries.MOST)
        .mapToObj(number -> "A-10-" + (FIRST_SOLD + number - 9_000 + 1))
        .toList();
  }

  /** Said rather than skipped: with fewer the test would not be the test. */
  private static void enoughDescriptors() {
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
      assertThat(system.getMaxFileDescriptorCount())
          .as(
              "file descriptors a process may have; %d watchers need %d, see ulimit -Hn",
              WATCHERS, WATCHERS + OTHER_DESCRIPTORS)
          .isGreaterThanOrEqualTo(WATCHERS + OTHER_DESCRIPTORS);
    }
  }

  private static long platformThreads() {
    return Thread.getAllStackTraces().keySet().stream().filter(t -> !t.isVirtual()).count();
  }

  private static long redisClients() throws Exception {
    URI redis = URI.create(TestServices.shared().redisUrl());
    try (Socket socket = new Socket(redis.getHost(), redis.getPort())) {
      socket.setSoTimeout(30_000);
      String asked = "AUTH %s\r\nINFO clients\r\n".formatted(redis.getUserInfo().substring(1));
      socket.getOutputStream().write(asked.getBytes(US_ASCII));
      BufferedReader in =
          new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
      String wanted = "connected_clients:";
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.startsWith(wanted)) {
          return Long.parseLong(line.substring(wanted.length()));
        }
      }
      throw new AssertionError("Redis did not say how many clients it has");
    }
  }
}
