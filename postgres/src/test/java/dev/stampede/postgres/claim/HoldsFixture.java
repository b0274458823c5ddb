package dev.stampede.postgres.claim;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.Holds.Found;
import dev.stampede.engine.claim.SeatChange;
import dev.stampede.postgres.ClaimsFixture;
import dev.stampede.postgres.booking.PostgresHolds;
import dev.stampede.testkit.DatabaseClock;
import dev.stampede.testkit.SeatLedger;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** Holds in a database whose clock tests move, and the changes of seats that were told. */
abstract class HoldsFixture {

  static final Buyer ALICE = new Buyer("alice");

  static ClaimsFixture fixture;
  static SeatLedger ledger;

  final List<SeatChange> told = new ArrayList<>();
  DatabaseClock clock;
  PostgresHolds holds;
  GroupCommitter committer;

  @BeforeAll
  static void openAll() {
    fixture = new ClaimsFixture();
    ledger = new SeatLedger(fixture.data.url());
  }

  @AfterAll
  static void closeAll() {
    fixture.close();
  }

  @BeforeEach
  void open() {
    clock = DatabaseClock.of(fixture.data.url());
    holds = new PostgresHolds(fixture.database);
    committer = fixture.committer();
  }

  @AfterEach
  void close() {
    committer.close();
    clock.reset();
  }

  Found.Live live(Claim.Hold claim) {
    return (Found.Live) holds.find(claim.id(), claim.buyer()).orElseThrow();
  }

  Found found(Claim.Hold claim) {
    return holds.find(claim.id(), claim.buyer()).orElseThrow();
  }
}
