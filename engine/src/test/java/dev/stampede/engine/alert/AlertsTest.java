package dev.stampede.engine.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.engine.alert.Rule.Hysteresis;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Alerts over a clock and readings that the test sets. With a rule that fires at the first bad
 * look, the first two tests failed.
 */
final class AlertsTest {

  private static final Reading BAD = Reading.bad(7, 5, "seven of five");

  private Instant now = Instant.parse("2030-01-01T10:00:00Z");
  private Reading reading = Reading.fine();
  private final Written store = new Written();
  private final Alerts alerts = alerts(false);

  private Alerts alerts(boolean ofAll) {
    Rule rule =
        new Rule(
            "too-many",
            Severity.WARNING,
            ofAll,
            new Hysteresis(Duration.ofSeconds(10), Duration.ofSeconds(30)),
            () -> reading);
    return new Alerts("here:80", List.of(rule), store, () -> now);
  }

  @Test
  void itFiresOnlyAfterItWasBadForLongEnoughAndSaysSinceWhen() {
    Instant began = now;
    look(BAD, 9);
    assertThat(alerts.firing()).isEmpty();
    look(BAD, 2);

    Alert firing = alerts.firing().getFirst();
    assertThat(firing.since()).isEqualTo(began);
    assertThat(firing.server()).isEqualTo("here:80");
    assertThat(firing.seen().detail()).isEqualTo("seven of five");
  }

  @Test
  void aFigureThatJumpsAroundItsLimitNeverFires() {
    for (int i = 0; i < 20; i++) {
      look(BAD, 5);
      look(Reading.fine(), 1);
    }
    assertThat(alerts.own()).isEmpty();
  }

  @Test
  void norDoesItResolveBeforeItWasFineForLongEnough() {
    look(BAD, 11);
    for (int i = 0; i < 5; i++) {
      look(Reading.fine(), 29);
      look(BAD, 1);
    }
    assertThat(alerts.firing()).hasSize(1);
    Instant fine = now;
    look(Reading.fine(), 32);

    assertThat(alerts.firing()).isEmpty();
    assertThat(alerts.own()).hasSize(1);
    assertThat(alerts.own().getFirst().resolvedAt()).hasValue(fine);
  }

  @Test
  void anUnknownReadingLeavesAnAlertAsItWas() {
    look(BAD, 11);
    look(new Reading.Unknown(), 100);
    assertThat(alerts.firing()).hasSize(1);
  }

  @Test
  void theFigureIsTheNewest() {
    look(BAD, 11);
    look(Reading.bad(9, 5, "nine of five"), 1);
    assertThat(alerts.firing().getFirst().seen().value()).isEqualTo(9);
  }

  @Test
  void anAlertSharedByAllServersNamesNoServer() {
    Alerts shared = alerts(true);
    reading = BAD;
    for (int i = 0; i < 12; i++) {
      shared.look();
      now = now.plusSeconds(1);
    }
    assertThat(shared.firing().getFirst().server()).isEqualTo(Alert.OF_ALL);
  }

  /** The store is unavailable just when there is something to write. */
  @Test
  void alertsAreWrittenInOrderOnceTheStoreIsBack() {
    store.isAway = true;
    look(BAD, 12);
    look(Reading.fine(), 32);
    look(BAD, 12);
    assertThat(store.noted).isEmpty();
    assertThat(alerts.own()).as("this server knows all the same").hasSize(2);

    store.isAway = false;
    alerts.write();
    alerts.write();

    assertThat(store.begun).containsExactly("here:80");
    assertThat(store.noted).extracting(Alert::isFiring).containsExactly(true, false, true);
    assertThat(store.still).as("and those that fire are told to do so still").isNotEmpty();
  }

  @Test
  void aFiringAlertIsReportedAgainPeriodically() {
    look(BAD, 30);
    assertThat(store.noted).hasSize(1);
    assertThat(store.still.size()).isBetween(3, 7);
  }

  @Test
  void timesBelowZeroAreRefused() {
    assertThatThrownBy(() -> new Hysteresis(Duration.ofSeconds(-1), Duration.ZERO))
        .hasMessageContaining("give 0 or more");
  }

  /** Looks once a second, for this many seconds. */
  private void look(Reading what, int seconds) {
    reading = what;
    for (int i = 0; i < seconds; i++) {
      alerts.look();
      alerts.write();
      now = now.plusSeconds(1);
    }
  }

  /** Remembers the calls that it received. */
  private static final class Written implements AlertStore {
    private final List<String> begun = new ArrayList<>();
    private final List<Alert> noted = new ArrayList<>();
    private final List<Alert> still = new ArrayList<>();
    private boolean isAway;

    private void mustBeThere() {
      if (isAway) {
        throw new IllegalStateException("away");
      }
    }

    @Override
    public void begin(String server) {
      mustBeThere();
      begun.add(server);
    }

    @Override
    public void note(Alert alert) {
      mustBeThere();
      noted.add(alert);
    }

    @Override
    public void stillFiring(List<Alert> alerts) {
      mustBeThere();
      still.addAll(alerts);
    }

    @Override
    public List<Listed> list(long below, int limit, boolean onlyFiring) {
      return List.of();
    }

    @Override
    public int prune() {
      return 0;
    }
  }
}
