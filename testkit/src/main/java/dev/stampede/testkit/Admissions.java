package dev.stampede.testkit;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;

/** Lets buyers in by hand: writes what the line of a waiting room would have written. */
public final class Admissions {

  private static final String ADMIT =
      """
      INSERT INTO queue_gone (show_id, number, pass_until, epoch, kind, buyer)
      VALUES (?, ?, ?, 1, 'a', ?)""";

  private final Sql database;

  private Admissions(Sql database) {
    this.database = database;
  }

  public static Admissions to(String databaseUrl) {
    return new Admissions(new Sql(databaseUrl));
  }

  /** Lets the buyer in with a pass of this number, valid until then. */
  public void admit(ShowId show, Buyer buyer, long number, Instant until) {
    try (Connection connection = database.connect();
        PreparedStatement insert = connection.prepareStatement(ADMIT)) {
      insert.setLong(1, show.value());
      insert.setLong(2, number);
      insert.setObject(3, until.atOffset(ZoneOffset.UTC));
      insert.setString(4, buyer.sub());
      insert.execute();
    } catch (SQLException e) {
      throw new TestkitException(
          "%s could not be let in to show %s as %d".formatted(buyer, show, number), e);
    }
  }
}
