package dev.stampede.server;

import dev.stampede.engine.verify.DriftSearch;
import dev.stampede.engine.verify.DriftStore;
import dev.stampede.engine.verify.Part;
import dev.stampede.engine.verify.PartSizes;
import dev.stampede.engine.verify.Patrol;
import dev.stampede.engine.verify.Reconciliation;
import dev.stampede.engine.verify.Scope;
import dev.stampede.engine.verify.SeatKeySearch;
import dev.stampede.engine.verify.SeatKeysAwayException;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.DatabaseException;
import dev.stampede.postgres.deployment.StoredDeployment;
import dev.stampede.postgres.verify.PostgresDriftSearch;
import dev.stampede.postgres.verify.PostgresDriftStore;
import dev.stampede.postgres.verify.PostgresPartSizes;
import dev.stampede.postgres.verify.PostgresStoredSeats;
import dev.stampede.redis.Redis;
import dev.stampede.redis.RedisUnreachableException;
import dev.stampede.redis.gate.RedisSeatKeys;
import dev.stampede.server.alert.AlertRules;
import dev.stampede.server.config.Settings;
import dev.stampede.server.failure.ServerException;
import dev.stampede.server.metrics.VerifyMeters;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * The part of the wiring that compares what is written down in several places: a little at a time
 * in a server, as a subsystem of {@link Wiring}, or all of it at once, for a command.
 */
public final class VerifySubsystem implements AutoCloseable {

  private static final Duration KNOWN_EVERY = Duration.ofSeconds(5);
  private static final Duration KNOWN_QUIET = Duration.ofSeconds(60);

  /** The ledger as a whole takes long, and has a job of its own. */
  private static final List<Part> IN_PASSING =
      Arrays.stream(Part.values()).filter(part -> part != Part.LEDGER).toList();

  private static final int ROWS_AT_ONCE = 10_000;

  /** The stores that are compared. */
  record Stores(
      Database database,
      Redis redis,
      String keyPrefix,
      LongSupplier epoch,
      Duration seatLockTimeout) {

    DriftSearch search(Duration patience, Scope scope, Reconciliation.Listener listener) {
      DriftSearch inDatabase = new PostgresDriftSearch(database, patience, scope, listener);
      DriftSearch inRedis =
          new SeatKeySearch(
              new PostgresStoredSeats(database, scope),
              new RedisSeatKeys(redis, keyPrefix, epoch),
              seatLockTimeout);
      return (part, after, limit) ->
          (part == Part.SEAT_KEYS ? inRedis : inDatabase).search(part, after, limit);
    }
  }

  private final ClosingStack started = new ClosingStack();
  private final VerifyMeters meters;
  private final DriftStore store;
  private final Patrol patrol;

  VerifySubsystem(Stores stores, Activity activity, MeterRegistry registry) {
    meters = new VerifyMeters(registry);
    store = new PostgresDriftStore(stores.database());
    patrol =
        new Patrol(
            stores.search(
                PostgresDriftSearch.IN_PASSING,
                new Scope.Everything(),
                Reconciliation.Listener.NONE),
            store,
            IN_PASSING,
            meters);
    started.add(
        Loop.start(
            "known drift",
            activity.pace(KNOWN_EVERY, KNOWN_QUIET),
            () -> meters.see(store.known(AlertRules.DRIFTS_NAMED))));
  }

  JobSubsystem.Checks checks() {
    return new JobSubsystem.Checks(patrol, store);
  }

  /** Returns the known drift, as last seen. */
  DriftStore.KnownDrifts known() {
    return meters.known();
  }

  @Override
  public void close() {
    started.close();
  }

  /**
   * Compares what is in the scope, once, and changes nothing.
   *
   * @param mostNamed of each part so many drifts are kept; all are counted
   * @param watched who hears how far it has come, given how much there is
   * @throws ServerException if there is nothing to look at where the settings point
   */
  public static List<Reconciliation.Result> run(
      Settings settings,
      Scope scope,
      int mostNamed,
      Function<PartSizes, Reconciliation.Listener> watched) {
    try (Database database = Database.openAsItIs(settings.services().postgres());
        Redis redis = Redis.open(settings.services().redis())) {
      Stores stores =
          new Stores(
              database,
              redis,
              settings.services().redisKeyPrefix(),
              () -> StoredDeployment.epoch(database),
              settings.claims().seatLockTimeout());
      PartSizes sizes = new PostgresPartSizes(database, scope);
      if (scope instanceof Scope.OneShow one && sizes.rows(Part.SHOWS).orElse(0) == 0) {
        throw new ServerException("there is no show %s; give an id of one".formatted(one.show()));
      }
      Reconciliation.Listener listener = watched.apply(sizes);
      return new Reconciliation(
              stores.search(PostgresDriftSearch.THOROUGH, scope, listener), ROWS_AT_ONCE, mostNamed)
          .run(scope.parts(), listener);
    } catch (DatabaseException | RedisUnreachableException | SeatKeysAwayException e) {
      throw new ServerException(String.valueOf(e.getMessage()), e);
    }
  }
}
