package dev.stampede.postgres.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.engine.epoch.LogMarks;
import dev.stampede.engine.events.EventRange;
import dev.stampede.engine.events.OutboxEvent;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.ShowSettings;
import dev.stampede.engine.show.ShowTerms.SaleSwitch;
import dev.stampede.engine.show.Shows;
import dev.stampede.postgres.ClaimsFixture;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.PostgresSettings;
import dev.stampede.postgres.claim.GroupCommitter;
import dev.stampede.postgres.events.PostgresOutbox;
import dev.stampede.postgres.show.PostgresShows;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.OwnPostgres;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.jdbi.v3.core.JdbiException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real PostgreSQL whose files are put back to a snapshot, beneath two servers and between two
 * starts. A promoted standby is in {@code RewoundDatabaseTest} of the module acceptance.
 */
final class DatabaseEpochsTest {

  @TempDir private Path folder;

  private final Map<Long, Long> marks = new HashMap<>();

  private final LogMarks outside =
      new LogMarks() {
        @Override
        public long highest(long epoch) {
          return marks.getOrDefault(epoch, 0L);
        }

        @Override
        public void reached(long epoch, long position) {
          marks.put(epoch, position);
        }
      };

  /**
   * Has been seen to fail: with the log's position not compared, the epoch stays 1; with the epoch
   * taken when an event is sent, the event that had survived is told as a new one.
   */
  @Test
  void aSnapshotThatWasPutBackBeginsAnEpochAndACrashDoesNot() throws Exception {
    Path snapshot = folder.resolve("snapshot");
    long first;
    try (OwnPostgres postgres = OwnPostgres.start(folder)) {
      PostgresSettings settings = ClaimsFixture.settings(postgres.url());
      try (Database one = Database.open(settings);
          Database two = Database.open(settings)) {
        PostgresShows shows = new PostgresShows(one);
        DatabaseEpochs ones = DatabaseEpochs.open(one, outside);
        DatabaseEpochs twos = DatabaseEpochs.open(two, LogMarks.NONE);
        assertThat(ones.current().isFirst()).isTrue();
        ShowId show = show(shows, 10);
        hold(one, shows, show, 0);
        postgres.snapshot(snapshot);
        awaitConnection(one);
        awaitConnection(two);
        ones.look();
        twos.look();
        assertThat(ones.current().isFirst()).as("after a crash").isTrue();
        ShowId undone = show(shows, 20_000);
        hold(one, shows, show, 1);
        ones.look();
        twos.look();

        postgres.restore(snapshot);
        awaitConnection(one);
        awaitConnection(two);

        hold(one, shows, show, 1);
        try (PostgresOutbox outbox = new PostgresOutbox(one, shows)) {
          assertThatThrownBy(() -> all(outbox)).hasMessageContaining("wait for the next epoch");
          ones.look();
          twos.look();
          first = ones.current().number();
          assertThat(first).isGreaterThan(1);
          assertThat(twos.current()).as("one server begins it").isEqualTo(ones.current());
          assertThat(all(outbox).stream().map(DatabaseEpochsTest::told))
              .containsExactly("seat 0 version 1 epoch 1", "seat 1 version 1 epoch " + first);
          assertThat(show(shows, 10).value()).isGreaterThan(undone.value());
        }
        ones.look();
        assertThat(ones.current().number()).as("it is not found twice").isEqualTo(first);
        show(shows, 20_000);
        ones.look();
      }

      // Epochs are numbered by the second in which they begin.
      Eventually.within(Duration.ofSeconds(30))
          .until("that second is over", () -> Instant.now().getEpochSecond() > first);
      postgres.restore(snapshot);

      try (Database restarted = Database.open(settings)) {
        DatabaseEpochs epochs = DatabaseEpochs.open(restarted, outside);
        assertThat(epochs.current().number())
            .as("servers that were down meanwhile; the first rewind was undone with the rest")
            .isGreaterThan(first);
      }
    }
  }

  /** A connection that the pool has just used is given out again without a look at it. */
  private static void awaitConnection(Database database) {
    Eventually.within(Duration.ofMinutes(1))
        .until(
            "the pool has noticed that PostgreSQL was started again",
            () -> {
              try {
                return database
                    .jdbi()
                    .withHandle(
                        handle -> handle.createQuery("SELECT true").mapTo(Boolean.class).one());
              } catch (JdbiException broken) {
                return false;
              }
            });
  }

  private static String told(OutboxEvent event) {
    OutboxEvent.OfSeat seat = (OutboxEvent.OfSeat) event;
    return "seat %d version %d epoch %d"
        .formatted(seat.event().seat(), seat.event().version(), seat.epoch());
  }

  private static List<OutboxEvent> all(PostgresOutbox outbox) {
    return Stream.iterate(0, range -> range + 1)
        .limit(EventRange.COUNT)
        .flatMap(range -> outbox.read(Set.of(range), 100).events().stream())
        .sorted(Comparator.comparingLong(OutboxEvent::id))
        .toList();
  }

  private static void hold(Database database, PostgresShows shows, ShowId show, int seat)
      throws Exception {
    try (GroupCommitter committer = new GroupCommitter(database, shows, ClaimNews.NONE)) {
      var _ = committer.commitAlone(ClaimsFixture.hold(show, "ann", seat));
    }
  }

  private static ShowId show(PostgresShows shows, int seats) {
    return shows
        .create(
            new Shows.NewShow(
                "test",
                Instant.parse("2099-01-01T20:00:00Z"),
                new SeatMap(List.of(new Section.Mapped("A", 100, seats / 10, 10))),
                new ShowSettings(
                    Instant.EPOCH,
                    SaleSwitch.OPEN,
                    8,
                    OptionalInt.empty(),
                    ClaimsFixture.HOLD,
                    Optional.empty())))
        .id();
  }
}
