package dev.stampede.prove.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.prove.history.CallRecorder;
import dev.stampede.prove.site.MarkingScripts;
import dev.stampede.prove.site.ProveSite;
import dev.stampede.prove.site.Topology;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.OwnRedis;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A small site with buyers, and some faults that are over soon. */
final class FaultDriverTest {

  private static final String KINDS =
      "link-reset,link-delay,link-drop-answers,redis-flush,redis-script-flush,redis-news-lost,"
          + "postgres-terminate,signing-key-rotation,kafka-poison,cut-after-commit-before-answer,"
          + "cut-after-row-locks,cut-after-redis-gate";
  private static final Duration APART = Duration.ofMillis(400);
  private static final Duration RUN = Duration.ofSeconds(8);
  private static final Duration SOON = Duration.ofSeconds(30);

  @TempDir private Path folder = Path.of("");

  @Test
  void faultsAreDoneWrittenDownAndRepairedAndTheSiteIsWrittenOut() throws Exception {
    Path record = Files.createDirectory(folder.resolve("record"));
    Path file = record.resolve("faults.tsv");
    Path place = Files.createDirectory(folder.resolve("site"));
    try (ProveSite site = ProveSite.start(place, Topology.SINGLE, 2);
        CallRecorder calls = CallRecorder.to(record.resolve("calls.tsv"));
        SeatGrabbers buyers = SeatGrabbers.start(site)) {
      Eventually.within(SOON).until("seats are held", () -> buyers.held() > 20);
      OwnRedis redis = site.services().redis().nodes().getFirst();
      for (String digest : MarkingScripts.ofThisBuild().keySet()) {
        Eventually.within(SOON)
            .until(
                "the servers run the script " + digest,
                () -> redis.ask("SCRIPT", "EXISTS", digest),
                "1"::equals);
      }
      FaultSchedule schedule = new FaultSchedule(1, FaultKinds.named(KINDS), site.shape(), APART);
      try (FaultDriver driver = FaultDriver.of(site, schedule, calls::nowMicros, file)) {
        driver.runFor(RUN);
        driver.repairAll();

        assertThat(driver.troubles()).isEmpty();
        assertThat(driver.counts()).hasSizeGreaterThanOrEqualTo(6);
      }
      int before = buyers.held();
      Eventually.within(SOON).until("seats are held again", () -> buyers.held() > before + 20);
      assertThat(site.complaints()).isEmpty();
      site.dump(record);
    }
    assertThat(Files.readAllLines(file))
        .isNotEmpty()
        .allSatisfy(line -> assertThat(line.split("\t", -1)).hasSize(5));
    assertThat(record.resolve("events.tsv")).isNotEmptyFile();
    assertThat(record.resolve("tables/seat.tsv")).isNotEmptyFile();
    assertThat(record.resolve("tables/seat_event.tsv")).isNotEmptyFile();
    assertThat(record.resolve("tables/prove.heartbeat.tsv")).exists();
    assertThat(List.of(record.resolve("tables").toFile().list())).hasSizeGreaterThan(20);
  }
}
