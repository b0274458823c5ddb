package dev.stampede.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.testkit.Sql;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Why the lock is taken before the transaction begins and released after it has ended (E8), and why
 * the row is locked and changed all the same. Two buyers, Anna and Ben, want the one seat; every
 * step is taken by hand, so that each interleaving happens every time. {@code
 * docs/lock-before-transaction.md} tells the same as a story.
 *
 * <p>The tests named "oversells" are the planted bugs: with the right order, or with the row locked
 * and updated, the same steps end in one sale.
 */
final class LockBeforeTransactionTest {

  private static final String RELEASE_IF_MINE =
      "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";

  private TestDatabase database;
  private RedisClient client;
  private StatefulRedisConnection<String, String> redis;
  private Session anna;
  private Session ben;
  private String lock;

  @BeforeEach
  void oneFreeSeatAndTwoBuyers() throws SQLException {
    TestServices services = TestServices.shared();
    database = services.freshDatabase();
    client = RedisClient.create(services.redisUrl());
    redis = client.connect();
    lock = services.freshKeyPrefix() + "seat";
    anna = new Session("anna");
    ben = new Session("ben");
    anna.run("CREATE TABLE seat (id int PRIMARY KEY, owner text)");
    anna.run("CREATE TABLE sale (seat int, buyer text)");
    anna.run("INSERT INTO seat VALUES (1, NULL)");
    anna.commit();
  }

  @AfterEach
  void close() throws SQLException {
    anna.close();
    ben.close();
    redis.close();
    client.shutdown();
    database.close();
  }

  @Test
  void releasingBeforeTheCommitOversellsUnderReadCommitted() throws SQLException {
    assertThat(anna.lock()).isTrue();
    assertThat(anna.seesItFree()).isTrue();
    anna.insertSale();
    anna.unlock(); // too early: nobody can see the sale yet

    assertThat(ben.lock()).isTrue();
    assertThat(ben.seesItFree()).isTrue();
    ben.insertSale();
    ben.commit();
    ben.unlock();
    anna.commit();

    assertThat(sales()).isEqualTo(2);
  }

  @Test
  void releasingAfterTheCommitSellsOnce() throws SQLException {
    assertThat(anna.lock()).isTrue();
    assertThat(anna.seesItFree()).isTrue();
    anna.insertSale();
    assertThat(ben.lock()).isFalse();
    anna.commit();
    anna.unlock();

    assertThat(ben.lock()).isTrue();
    assertThat(ben.seesItFree()).isFalse();

    assertThat(sales()).isEqualTo(1);
  }

  @Test
  void aSnapshotTakenBeforeTheLockOversellsUnderRepeatableReadWhereTheSaleIsAnInsert()
      throws SQLException {
    ben.repeatableRead();
    assertThat(ben.seesItFree()).isTrue(); // the transaction, and its snapshot, before the lock
    anna.sellsByInsert();

    assertThat(ben.lock()).isTrue();
    assertThat(ben.seesItFree()).isTrue(); // still: the snapshot is from before Anna's sale
    ben.insertSale();
    ben.commit();

    assertThat(sales()).isEqualTo(2);
  }

  @Test
  void theLockBeforeTheSnapshotSellsOnceUnderRepeatableRead() throws SQLException {
    anna.sellsByInsert();

    assertThat(ben.lock()).isTrue();
    ben.repeatableRead();
    assertThat(ben.seesItFree()).isFalse();

    assertThat(sales()).isEqualTo(1);
  }

  @Test
  void aSnapshotTakenBeforeTheLockEndsIn40001WhereTheSaleUpdatesTheSeat() throws SQLException {
    ben.repeatableRead();
    assertThat(ben.seesItUnowned()).isTrue();
    assertThat(anna.lock()).isTrue();
    anna.updateSeat();
    anna.commit();
    anna.unlock();

    assertThat(ben.lock()).isTrue();
    assertThat(ben.seesItUnowned()).isTrue();

    assertThatThrownBy(ben::updateSeat)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("40001"));
  }

  @Test
  void aRowLockWithoutAnUpdateStillOversellsUnderRepeatableRead() throws SQLException {
    ben.repeatableRead();
    assertThat(ben.seesItFree()).isTrue();
    anna.lockRow();
    anna.insertSale();
    anna.commit();

    ben.lockRow(); // granted without complaint: the row was locked, never changed
    assertThat(ben.seesItFree()).isTrue();
    ben.insertSale();
    ben.commit();

    assertThat(sales()).isEqualTo(2);
  }

  @Test
  void theRowLockedAndUpdatedStopsTheEarlyReleaseUnderReadCommitted() throws SQLException {
    assertThat(anna.lock()).isTrue();
    anna.lockRow();
    anna.updateSeat();
    anna.unlock(); // too early, as above

    assertThat(ben.lock()).isTrue();
    ben.run("SET LOCAL lock_timeout = '200ms'");
    assertThatThrownBy(ben::lockRow) // has to wait for Anna's end; here it gives up first
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("55P03"));
    ben.rollback();
    anna.commit();
    ben.lockRow();

    assertThat(ben.seesItUnowned()).isFalse();
  }

  @Test
  void theRowLockedAndUpdatedStopsTheOldSnapshotUnderRepeatableRead() throws SQLException {
    ben.repeatableRead();
    assertThat(ben.seesItUnowned()).isTrue();
    anna.lockRow();
    anna.updateSeat();
    anna.commit();

    assertThatThrownBy(ben::lockRow)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("40001"));
  }

  private int sales() throws SQLException {
    anna.rollback();
    return anna.number("SELECT count(*) FROM sale");
  }

  /** One buyer: a name, a connection in a transaction, and the seat's lock in Redis. */
  private final class Session implements AutoCloseable {

    private final String buyer;
    private final Connection connection;

    Session(String buyer) throws SQLException {
      this.buyer = buyer;
      this.connection = new Sql(database.url()).connect();
      connection.setAutoCommit(false);
    }

    boolean lock() {
      return redis.sync().set(lock, buyer, SetArgs.Builder.nx().ex(30)) != null;
    }

    void unlock() {
      redis.sync().eval(RELEASE_IF_MINE, ScriptOutputType.INTEGER, new String[] {lock}, buyer);
    }

    void sellsByInsert() throws SQLException {
      assertThat(lock()).isTrue();
      assertThat(seesItFree()).isTrue();
      insertSale();
      commit();
      unlock();
    }

    void repeatableRead() throws SQLException {
      rollback();
      run("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
    }

    boolean seesItFree() throws SQLException {
      return number("SELECT count(*) FROM sale WHERE seat = 1") == 0;
    }

    boolean seesItUnowned() throws SQLException {
      return number("SELECT count(*) FROM seat WHERE id = 1 AND owner IS NULL") == 1;
    }

    void lockRow() throws SQLException {
      number("SELECT id FROM seat WHERE id = 1 FOR UPDATE");
    }

    void insertSale() throws SQLException {
      run("INSERT INTO sale VALUES (1, '" + buyer + "')");
    }

    void updateSeat() throws SQLException {
      run("UPDATE seat SET owner = '" + buyer + "' WHERE id = 1");
    }

    void run(String sql) throws SQLException {
      try (Statement statement = connection.createStatement()) {
        statement.execute(sql);
      }
    }

    int number(String sql) throws SQLException {
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery(sql)) {
        rows.next();
        return rows.getInt(1);
      }
    }

    void commit() throws SQLException {
      connection.commit();
    }

    void rollback() throws SQLException {
      connection.rollback();
    }

    @Override
    public void close() throws SQLException {
      connection.close();
    }
  }
}
