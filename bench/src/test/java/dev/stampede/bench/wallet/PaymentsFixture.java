package dev.stampede.bench.wallet;

import com.zaxxer.hikari.HikariDataSource;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.engine.claim.Claims;
import dev.stampede.engine.claim.layer.LaneClaims;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.DatabaseUrl;
import dev.stampede.postgres.PostgresSettings;
import dev.stampede.postgres.booking.PostgresBookings;
import dev.stampede.postgres.booking.PostgresWallets;
import dev.stampede.postgres.claim.GroupCommitter;
import dev.stampede.postgres.show.PostgresShows;
import dev.stampede.postgres.verify.LedgerCheck;
import dev.stampede.redis.Redis;
import dev.stampede.redis.RedisSettings;
import dev.stampede.testkit.PaymentStores;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import java.time.Duration;
import java.util.List;

/** A migrated database of a test class's own, and the product beside the way under test. */
final class PaymentsFixture implements AutoCloseable {

  final TestDatabase data = TestServices.shared().migratedDatabase(url -> open(url).close());
  final String keyPrefix = TestServices.shared().freshKeyPrefix();
  final Database database = open(data.url());
  final PostgresShows shows = new PostgresShows(database);
  final HikariDataSource connections = PaymentConnections.open(data.url(), 12);
  final Redis redis = Redis.open(redisSettings());

  private final GroupCommitter committer = new GroupCommitter(database, shows, ClaimNews.NONE);
  final LaneClaims product = LaneClaims.withDefaults(List.of(committer));

  private static Database open(String url) {
    return Database.open(new PostgresSettings(DatabaseUrl.parse(url), 4, Duration.ofSeconds(10)));
  }

  /** Paying is the way under test's; all else is the product's, on the same rows. */
  Claims inCompany(Claims paying) {
    return claim -> claim instanceof Claim.Book ? paying.claim(claim) : product.claim(claim);
  }

  PaymentStores stores() {
    return new PaymentStores(
        shows,
        new PostgresBookings(database),
        new PostgresWallets(database),
        () -> new LedgerCheck(database).run().differences(),
        data.url());
  }

  @Override
  public void close() {
    product.close();
    committer.close();
    redis.close();
    connections.close();
    database.close();
    data.close();
  }

  static RedisSettings redisSettings() {
    return RedisSettings.Single.parse(TestServices.shared().redisUrl());
  }
}
