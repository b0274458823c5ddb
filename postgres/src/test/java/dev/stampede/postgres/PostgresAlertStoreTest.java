package dev.stampede.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.alert.Alert;
import dev.stampede.engine.alert.AlertStore.Listed;
import dev.stampede.engine.alert.Severity;
import dev.stampede.testkit.DatabaseClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class PostgresAlertStoreTest {

  private static ClaimsFixture fixture;
  private static PostgresAlertStore book;
  private static DatabaseClock clock;

  @BeforeAll
  static void open() {
    fixture = new ClaimsFixture();
    book = new PostgresAlertStore(fixture.database);
    clock = DatabaseClock.of(fixture.data.url());
  }

  @AfterAll
  static void close() {
    fixture.close();
  }

  @BeforeEach
  void clear() {
    clock.reset();
    fixture.run("TRUNCATE alert");
  }

  @Test
  void anAlertIsFiringUntilItIsNot() {
    Alert alert = alert("success-rate", "a:1", 0.5);
    book.note(alert);
    book.stillFiring(List.of(alert("success-rate", "a:1", 0.25)));

    Alert firing = firing().getFirst();
    assertThat(firing.isFiring()).isTrue();
    assertThat(firing.since()).isEqualTo(alert.since());
    assertThat(firing.seen()).isEqualTo(new Alert.Seen(0.25, 0.95, "0.25 of all"));

    Instant over = alert.since().plusSeconds(70);
    book.note(resolved(alert, over));
    assertThat(firing()).isEmpty();
    assertThat(all().getFirst().resolvedAt()).hasValue(over);
    book.note(alert("success-rate", "a:1", 0.5));
    assertThat(all()).as("again is another").hasSize(2);
  }

  @Test
  void whatAllServersSeeIsThereOnceAndOverWhenTheFirstOfThemSaysSo() {
    Alert first = alert("drift", Alert.OF_ALL, 1);
    Alert second = alert("drift", Alert.OF_ALL, 2);
    book.note(first);
    book.note(second);
    book.note(alert("redis-down", "a:1", 0));
    book.note(alert("redis-down", "b:1", 0));
    assertThat(firing()).hasSize(3);

    book.note(resolved(first, first.since().plusSeconds(5)));
    book.stillFiring(List.of(second));
    book.note(resolved(second, first.since().plusSeconds(6)));
    assertThat(all()).filteredOn(alert -> alert.name().equals("drift")).hasSize(1);
    assertThat(firing()).extracting(Alert::server).containsExactly("b:1", "a:1");
  }

  @Test
  void ofAServerThatVanishedNothingFiresAnyMore() {
    book.note(alert("success-rate", "gone:1", 0.1));
    book.note(alert("success-rate", "here:1", 0.1));
    clock.advance(PostgresAlertStore.SILENCE.plusSeconds(1));
    book.stillFiring(List.of(alert("success-rate", "here:1", 0.1)));

    assertThat(firing()).extracting(Alert::server).containsExactly("here:1");
    assertThat(all()).hasSize(2).anyMatch(alert -> alert.resolvedAt().isPresent());
  }

  @Test
  void aServerThatStartsAgainHasNothingFiring() {
    book.note(alert("success-rate", "a:1", 0.1));
    book.note(alert("success-rate", "b:1", 0.1));
    book.begin("a:1");

    assertThat(firing()).extracting(Alert::server).containsExactly("b:1");
  }

  @Test
  void theListGoesPageByPageFromTheNewestOn() {
    for (int i = 0; i < 5; i++) {
      book.note(alert("a-" + i, "a:1", i));
    }
    List<Listed> first = book.list(Long.MAX_VALUE, 3, false);
    assertThat(first)
        .extracting(listed -> listed.alert().name())
        .containsExactly("a-4", "a-3", "a-2");
    assertThat(book.list(first.getLast().id(), 3, false))
        .extracting(listed -> listed.alert().name())
        .containsExactly("a-1", "a-0");
  }

  @Test
  void whatWasOverAMonthAgoIsForgotten() {
    book.note(alert("old", "a:1", 1));
    clock.advance(Duration.ofDays(31));
    book.note(alert("new", "a:1", 1));

    assertThat(book.prune()).isEqualTo(1);
    assertThat(all()).extracting(Alert::name).containsExactly("new");
  }

  private static Alert alert(String name, String server, double value) {
    return new Alert(
        name,
        server,
        Severity.CRITICAL,
        Instant.parse("2026-01-01T10:00:00Z"),
        Optional.empty(),
        new Alert.Seen(value, 0.95, value + " of all"));
  }

  private static Alert resolved(Alert alert, Instant at) {
    return new Alert(
        alert.name(),
        alert.server(),
        alert.severity(),
        alert.since(),
        Optional.of(at),
        alert.seen());
  }

  private static List<Alert> firing() {
    return book.list(Long.MAX_VALUE, 100, true).stream().map(Listed::alert).toList();
  }

  private static List<Alert> all() {
    return book.list(Long.MAX_VALUE, 100, false).stream().map(Listed::alert).toList();
  }
}
