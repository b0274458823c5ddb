package dev.stampede.postgres.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.postgres.ClaimsFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class DatabaseChangePollTest {

  private ClaimsFixture fixture;
  private DatabaseChangePoll pulse;

  @BeforeEach
  void open() {
    fixture = new ClaimsFixture();
    pulse = new DatabaseChangePoll(fixture.database);
    var _ = pulse.beat();
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void nothingIsSaidOfADatabaseInWhichNothingHappens() {
    assertThat(pulse.beat()).isFalse();
    assertThat(pulse.beat()).isFalse();
  }

  @Test
  void eventsThatWaitAreNoticedUntilTheyAreSent() {
    fixture.run(
        "INSERT INTO outbox (range, show_id, number, version, timeline) VALUES (0, 1, 1, 1, 1)");
    assertThat(pulse.beat()).isTrue();
    assertThat(pulse.beat()).isTrue();
    fixture.run("DELETE FROM outbox");
    assertThat(pulse.beat()).isFalse();
  }

  @Test
  void aKeyThatComesOrGoesIsNoticedOnce() {
    fixture.run(
        "INSERT INTO signing_key (id, secret) VALUES (77, decode(repeat('ab', 32), 'hex'))");
    assertThat(pulse.beat()).isTrue();
    assertThat(pulse.beat()).isFalse();
    fixture.run("DELETE FROM signing_key WHERE id = 77");
    assertThat(pulse.beat()).isTrue();
  }

  @Test
  void anEpochIsNoticed() {
    fixture.run("SELECT stampede_next_epoch((SELECT max(epoch) FROM database_epoch))");
    assertThat(pulse.beat()).isTrue();
    assertThat(pulse.beat()).isFalse();
  }
}
