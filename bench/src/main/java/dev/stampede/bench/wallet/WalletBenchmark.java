package dev.stampede.bench.wallet;

import com.zaxxer.hikari.HikariDataSource;
import dev.stampede.bench.engine.Engine;
import dev.stampede.bench.report.Benchmark;
import dev.stampede.bench.report.Effort;
import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.bench.report.Report;
import dev.stampede.bench.sale.BenchSaleServer;
import dev.stampede.bench.services.BenchServices;
import dev.stampede.bench.turns.Findings;
import dev.stampede.embedded.ServiceKind;
import dev.stampede.embedded.ServiceReporter;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.DatabaseUrl;
import dev.stampede.postgres.PostgresSettings;
import dev.stampede.postgres.verify.LedgerCheck;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * Measures the cost of a payment, all of it in one run on one PostgreSQL with fsync on, and every
 * way with the same tables: group commit against a lock around a transaction for each payment, and
 * against versions that are hoped to be the newest. A run whose ledger does not add up afterwards
 * does not count.
 */
public final class WalletBenchmark implements Benchmark {

  /** A connection for each payer of the most that pay one by one, and two to spare. */
  private static final int CONNECTIONS = 66;

  private static final Duration TRANSACTION_TIMEOUT = Duration.ofSeconds(10);

  @Override
  public String name() {
    return "wallet";
  }

  @Override
  public String question() {
    return "payments with points: group commit against locks and against versions, each alone";
  }

  @Override
  public Report run(Effort effort, ProgressPrinter journal) throws Exception {
    Findings findings = new Findings();
    boolean overHttp = HttpPayments.wanted(effort);
    Set<ServiceKind> services = EnumSet.of(ServiceKind.POSTGRESQL, ServiceKind.REDIS);
    if (overHttp) {
      services.add(ServiceKind.KAFKA);
    }
    try (BenchServices embedded =
        BenchServices.start(services, new ServiceReporter(journal::say))) {
      if (overHttp) {
        try (BenchSaleServer server = BenchSaleServer.start(embedded, "wallet_http", 1, Map.of())) {
          journal.say("the server is up");
          new HttpPayments(server, effort, journal).measure(findings);
          refuseUnbalanced(server.databaseUrl(), journal);
        }
      }
      if (EnginePayments.wanted(effort)) {
        String databaseUrl = embedded.newDatabase("wallet");
        try (Engine engine = Engine.open(databaseUrl, embedded.redisUrl(2));
            HikariDataSource connections = PaymentConnections.open(databaseUrl, CONNECTIONS)) {
          new EnginePayments(engine, connections, effort, journal).measure(findings);
        }
        refuseUnbalanced(databaseUrl, journal);
      }
    }
    return findings.report(name());
  }

  /** Refuses a run that lost or made points: its speed is worth nothing. */
  private static void refuseUnbalanced(String databaseUrl, ProgressPrinter journal) {
    PostgresSettings settings =
        new PostgresSettings(DatabaseUrl.parse(databaseUrl), 2, TRANSACTION_TIMEOUT);
    try (Database database = Database.open(settings)) {
      LedgerCheck.Report ledger = new LedgerCheck(database).run();
      if (!ledger.isBalanced()) {
        throw new IllegalStateException(
            "the ledger does not add up after the run, so that its rates mean nothing:%n%s"
                .formatted(String.join("\n", ledger.differences())));
      }
      journal.say(
          "the ledger adds up: %,d wallets, %,d entries"
              .formatted(ledger.wallets(), ledger.entries()));
    }
  }
}
