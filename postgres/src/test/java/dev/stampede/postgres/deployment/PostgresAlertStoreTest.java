package dev.stampede.postgres.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.alert.Alert;
import dev.stampede.engine.alert.AlertStore.Listed;
import dev.stampede.engine.alert.Severity;
import dev.stampede.postgres.ClaimsFixture;
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
  private static PostgresAlertStore store;
  private static DatabaseClock clock;

  @BeforeAll
  static void open() {
    fixture = new ClaimsFixture();
    store = new PostgresAlertStore(fixture.database);
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
    store.note(alert);
    store.stillFiring(List.of(alert("success-rate", "a:1", 0.25)));

    Alert firing = firing().getFirst();
    assertThat(firing.isFiring()).isTrue();
    assertThat(firing.since()).isEqualTo(alert.since());
    assertThat(firing.seen()).isEqualTo(new Alert.Seen(0.25, 0.95, "0.25 of all"));

    Instant over = alert.since().plusSeconds(70);
    store.note(resolved(alert, over));
    assertThat(firing()).isEmpty();
    assertThat(all().getFirst().resolvedAt()).hasValue(over);
    store.note(alert("success-rate", "a:1", 0.5));
    assertThat(all()).as("again is another").hasSize(2);
  }

  @Test
  void aSharedAlertIsStoredOnceAndEndsWithItsFirstResolution() {
    Alert first = alert("drift", Alert.OF_ALL, 1);
    Alert second = alert("drift", Alert.OF_ALL, 2);
    store.note(first);
    store.note(second);
    store.note(alert("redis-down", "a:1", 0));
    store.note(alert("redis-down", "b:1", 0));
    assertThat(firing()).hasSize(3);

    store.note(resolved(first, first.since().plusSeconds(5)));
    store.stillFiring(List.of(second));
    store.note(resolved(second, first.since().plusSeconds(6)));
    assertThat(all()).filteredOn(alert -> alert.name().equals("drift")).hasSize(1);
    assertThat(firing()).extracting(Alert::server).containsExactly("b:1", "a:1");
  }

  @Test
  void ofAServerThatVanishedNothingFiresAnyMore() {
    store.note(alert("success-rate", "gone:1", 0.1));
    store.note(alert("success-rate", "here:1", 0.1));
    clock.advance(PostgresAlertStore.SILENCE.plusSeconds(1));
    store.stillFiring(List.of(alert("success-rate", "here:1", 0.1)));

    assertThat(firing()).extracting(Alert::server).containsExactly("here:1");
    assertThat(all()).hasSize(2).anyMatch(alert -> alert.resolvedAt().isPresent());
  }

  @Test
  void aServerThatStartsAgainHasNothingFiring() {
    store.note(alert("success-rate", "a:1", 0.1));
    store.note(alert("success-rate", "b:1", 0.1));
    store.begin("a:1");

    assertThat(firing()).extracting(Alert::server).containsExactly("b:1");
  }

  @Test
  void theListGoesPageByPageFromTheNewestOn() {
    for (int i = 0; i < 5; i++) {
      store.note(alert("a-" + i, "a:1", i));
    }
    List<Listed> first = store.list(Long.MAX_VALUE, 3, false);
    assertThat(first)
        .extracting(listed -> listed.alert().name())
        .containsExactly("a-4", "a-3", "a-2");
    assertThat(store.list(first.getLast().id(), 3, false))
        .extracting(listed -> listed.alert().name())
        .containsExactly("a-1", "a-0");
  }

  @Test
  void pruningDeletesAlertsLastSeenMoreThanAMonthAgo() {
    store.note(alert("old", "a:1", 1));
    clock.advance(Duration.ofDays(31));
    store.note(alert("new", "a:1", 1));

    assertThat(store.prune()).isEqualTo(1);
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
    return store.list(Long.MAX_VALUE, 100, true).stream().map(Listed::alert).toList();
  }

  private static List<Alert> all() {
    return store.list(Long.MAX_VALUE, 100, false).stream().map(Listed::alert).toList();
  }
}
