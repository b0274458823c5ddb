package dev.stampede.postgres.waitingroom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.HeldSeatCount;
import dev.stampede.engine.waitingroom.HeldSeatCount.Held;
import dev.stampede.engine.waitingroom.LineExit;
import dev.stampede.postgres.ClaimsFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class PostgresHeldSeatCountTest {

  private static final Duration SOON = Duration.ofSeconds(30);

  private static ClaimsFixture fixture;
  private static HeldSeatCount heldSeats;

  private ShowId show;

  @BeforeAll
  static void open() {
    fixture = new ClaimsFixture();
    heldSeats = new PostgresHeldSeatCount(fixture.database);
  }

  @AfterAll
  static void close() {
    fixture.close();
  }

  @BeforeEach
  void newShow() {
    show = fixture.show(1, 1);
  }

  @Test
  void nothingIsHeldOfANewShow() {
    assertThat(heldSeats.of(show, SOON)).isEqualTo(new Held(0, 0));
  }

  @Test
  void seatsOfHoldsThatEndSoonAreLapsing() {
    hold(show, "ann", "10 seconds", 'l', 3);
    hold(show, "ben", "20 seconds", 'l', 2);
    hold(show, "cid", "40 seconds", 'l', 4);
    hold(show, "dan", "-1 second", 'l', 5);
    hold(show, "eve", "10 seconds", 'r', 6);
    hold(fixture.show(1, 1), "fay", "10 seconds", 'l', 7);

    assertThat(heldSeats.of(show, SOON).lapsing()).isEqualTo(5);
    assertThat(heldSeats.of(show, Duration.ofMinutes(1)).lapsing()).isEqualTo(9);
  }

  @Test
  void onlyBuyersWithALiveHoldAndAValidPassCountAsHolders() {
    inside(1, "twice", 60);
    hold(show, "twice", "1 hour", 'l', 1);
    hold(show, "twice", "1 hour", 'l', 1);
    inside(2, "seatless", 60);
    inside(3, "lapsed", 60);
    hold(show, "lapsed", "-1 second", 'l', 1);
    inside(4, "elsewhere", 60);
    hold(fixture.show(1, 1), "elsewhere", "1 hour", 'l', 1);
    inside(5, "over", -1);
    hold(show, "over", "1 hour", 'l', 1);
    hold(show, "never inside", "1 hour", 'l', 1);
    inside(6, "spent", 60);
    hold(show, "spent", "1 hour", 'l', 1);
    execute("INSERT INTO show_buyer (show_id, buyer, spent_pass) VALUES (?, 'spent', 6)");
    inside(7, "again", 60);
    hold(show, "again", "1 hour", 'l', 1);
    execute("INSERT INTO show_buyer (show_id, buyer, spent_pass) VALUES (?, 'again', 6)");

    assertThat(heldSeats.of(show, SOON)).isEqualTo(new Held(0, 2));
  }

  private void inside(long number, String buyer, int seconds) {
    Instant until = Instant.now().plusSeconds(seconds);
    new PostgresLineJournal(fixture.database)
        .gone(
            show,
            List.of(new LineExit(LineExit.Kind.ADMITTED, number, 1, until, new Buyer(buyer))));
  }

  private static void hold(ShowId show, String buyer, String ends, char state, int seats) {
    fixture
        .database
        .jdbi()
        .useHandle(
            handle ->
                handle.execute(
                    """
                    INSERT INTO hold (id, show_id, total, expires_at, created_at, state, buyer, seats)
                    VALUES (?, ?, 1, stampede_now() + ?::interval,
                      stampede_now() - interval '1 minute', ?::"char", ?, array_fill(0, ARRAY[?]))""",
                    UUID.randomUUID(),
                    show.value(),
                    ends,
                    String.valueOf(state),
                    buyer,
                    seats));
  }

  private void execute(String statement) {
    fixture.database.jdbi().useHandle(handle -> handle.execute(statement, show.value()));
  }
}
