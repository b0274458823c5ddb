package dev.stampede.prove.fault;

import dev.stampede.prove.site.Heartbeat;
import dev.stampede.prove.site.SiteServices;
import dev.stampede.prove.site.SiteShape;
import dev.stampede.prove.site.SmallDisk;
import dev.stampede.testkit.OwnPostgres;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Faults of PostgreSQL's process, its connections, its clock and its disk. */
final class PostgresFaults {

  private static final int MOST_REWINDS = 1;
  private static final int MOST_FULL_DISKS = 4;
  private static final int MOST_ROTATIONS = 8;
  private static final int MOST_TERMINATED = 12;
  private static final Duration CLOCK_STEP = Duration.ofHours(1);
  private static final Duration BEATS_BEFORE = Duration.ofMillis(300);

  private PostgresFaults() {}

  static List<FaultKind> kinds() {
    List<FaultKind> kinds = new ArrayList<>();
    kinds.add(ended("postgres-kill", "kills PostgreSQL with -9", 4_000, OwnPostgres::kill));
    kinds.add(
        ended(
            "postgres-immediate-stop",
            "stops PostgreSQL as pg_ctl stop -m immediate does",
            4_000,
            OwnPostgres::stopImmediately));
    kinds.add(
        ended(
            "postgres-restart",
            "stops PostgreSQL as pg_ctl stop -m fast does",
            1_000,
            OwnPostgres::stopFast));
    kinds.add(frozen("postgres-freeze", "for a moment", Length.millis(100, 3_000)));
    kinds.add(frozen("postgres-freeze-long", "until leases end", Length.millis(8_000, 20_000)));
    kinds.add(
        new FaultKind(
            "postgres-terminate",
            "ends some connections to PostgreSQL with pg_terminate_backend",
            Length.STEP,
            Frequency.OFTEN,
            FaultScope.postgresServing(),
            Injection.step(PostgresFaults::terminate)));
    kinds.add(
        new FaultKind(
            "postgres-snapshot",
            "keeps a REPEATABLE READ transaction open, so that no old row is removed",
            Length.millis(5_000, 30_000),
            Frequency.USUAL,
            FaultScope.postgresServing(),
            scene -> Optional.of(OpenSnapshot.in(scene.site().services().sql())::close)));
    kinds.add(
        new FaultKind(
            "postgres-connections",
            "takes all connections that PostgreSQL has left, and gives them back",
            Length.millis(1_000, 5_000),
            Frequency.SELDOM,
            FaultScope.postgres(), // faults that connect would be refused
            PostgresFaults::exhaust));
    kinds.add(clock("postgres-clock-forward", "moves the database's clock on by", CLOCK_STEP));
    kinds.add(
        clock("postgres-clock-back", "moves the database's clock back by", CLOCK_STEP.negated()));
    kinds.add(
        new FaultKind(
            "postgres-disk-full",
            "fills the file system of PostgreSQL's log, and gives it room again",
            Length.millis(500, 4_000),
            Frequency.atMost(MOST_FULL_DISKS),
            new FaultScope(
                shape ->
                    shape.has(SiteShape.Feature.SMALL_DISK)
                        ? List.of(PartClaim.POSTGRES)
                        : List.of(),
                (_, _) -> List.of(PartClaim.allOf(PartClaim.POSTGRES))),
            PostgresFaults::fillDisk));
    kinds.add(
        new FaultKind(
            "postgres-rewind",
            "kills PostgreSQL and promotes a replica that lags, for good; began is the last moment"
                + " that it knows",
            Length.millis(500, 4_000),
            Frequency.atMost(MOST_REWINDS),
            FaultScope.postgres(),
            PostgresFaults::rewind));
    kinds.add(
        new FaultKind(
            "signing-key-rotation",
            "adds a signing key, which soon signs everything",
            Length.STEP,
            Frequency.atMost(MOST_ROTATIONS),
            FaultScope.postgresServing(),
            Injection.step(scene -> scene.site().services().sql().run(ROTATE))));
    return kinds;
  }

  /** As docs/operations.md tells operators. */
  private static final String ROTATE =
      """
      INSERT INTO signing_key (id, secret)
      SELECT max(id) + 1,
             decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')
      FROM signing_key""";

  private static FaultKind ended(
      String label, String story, long longest, Consumer<OwnPostgres> harm) {
    return new FaultKind(
        label,
        story + " and starts it again",
        Length.millis(0, longest),
        Frequency.SELDOM,
        FaultScope.postgres(),
        Injection.of(
            scene -> harm.accept(scene.site().services().postgres()),
            scene -> scene.site().services().postgres().startAgain()));
  }

  private static FaultKind frozen(String label, String until, Length length) {
    return new FaultKind(
        label,
        "stops PostgreSQL with SIGSTOP %s, and continues it".formatted(until),
        length,
        Frequency.SELDOM,
        FaultScope.postgres(),
        Injection.of(
            scene -> scene.site().services().postgres().freeze(),
            scene -> scene.site().services().postgres().thaw()));
  }

  private static FaultKind clock(String label, String story, Duration ahead) {
    return new FaultKind(
        label,
        story + " an hour, and puts it right",
        Length.millis(1_000, 10_000),
        Frequency.SELDOM,
        new FaultScope(
            _ -> List.of("database-clock"),
            (_, clock) -> List.of(PartClaim.the(clock), PartClaim.someOf(PartClaim.POSTGRES))),
        Injection.of(
            scene -> scene.site().services().moveDatabaseClock(ahead),
            scene -> scene.site().services().moveDatabaseClock(Duration.ZERO)));
  }

  private static void terminate(FaultScene scene) {
    int most = 1 + scene.random().nextInt(MOST_TERMINATED);
    scene.note("up to %d connections".formatted(most));
    scene
        .site()
        .services()
        .sql()
        .run(
            """
            SELECT pg_terminate_backend(pid)
            FROM (
              SELECT pid FROM pg_stat_activity
              WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
              ORDER BY random()
              LIMIT %d) AS chosen"""
                .formatted(most));
  }

  private static Optional<Injection.Repair> exhaust(FaultScene scene) {
    TakenConnections taken = TakenConnections.all(scene.site().services().sql());
    scene.note("%d connections".formatted(taken.count()));
    return Optional.of(taken::close);
  }

  private static Optional<Injection.Repair> fillDisk(FaultScene scene) throws IOException {
    Optional<SmallDisk> disk = scene.site().services().smallDisk();
    if (disk.isEmpty()) {
      return Optional.empty(); // the replica, which is the primary now, has no such disk
    }
    scene.note("%d MB".formatted(disk.get().fill() >> 20));
    OwnPostgres postgres = scene.site().services().postgres();
    return Optional.of(
        () -> {
          disk.get().empty();
          postgres.startAgain(); // it ends when it cannot write its log
        });
  }

  private static Optional<Injection.Repair> rewind(FaultScene scene)
      throws SQLException, InterruptedException {
    SiteServices services = scene.site().services();
    if (!services.hasReplica()) {
      return Optional.empty();
    }
    try (Heartbeat _ = Heartbeat.to(services.sql(), scene.clock())) {
      TimeUnit.NANOSECONDS.sleep(BEATS_BEFORE.toNanos());
      services.loseReplication();
      TimeUnit.NANOSECONDS.sleep(scene.length().toNanos());
      scene.site().failOverPostgres();
    }
    OptionalLong last = Heartbeat.last(services.sql());
    if (last.isEmpty()) {
      throw new IllegalStateException("the replica knows no heartbeat, so its lag is unknown");
    }
    scene.begins(last.getAsLong());
    scene.ends();
    scene.note("lost about %d ms".formatted(scene.length().toMillis()));
    return Optional.of(Injection.Repair.NONE);
  }
}
