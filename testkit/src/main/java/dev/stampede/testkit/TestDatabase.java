package dev.stampede.testkit;

import java.time.Duration;

/** A database of one test class, dropped when it is closed. */
public final class TestDatabase implements AutoCloseable {

  private static final Duration AUTOVACUUM_ENDS_WITHIN = Duration.ofSeconds(30);

  private final Sql server;
  private final String name;

  private TestDatabase(Sql server, String name) {
    this.server = server;
    this.name = name;
  }

  static TestDatabase create(Sql server, String name) {
    server.run("CREATE DATABASE " + name);
    return new TestDatabase(server, name);
  }

  /** In the form of the setting DATABASE_URL. */
  public String url() {
    return server.urlOf(name);
  }

  /** For what no part of the product would write. */
  public void run(String statement) {
    new Sql(url()).run(statement);
  }

  /** Another database with the same content; nobody may be connected to this one meanwhile. */
  public TestDatabase copy() {
    String copied = RandomName.withPrefix("copy_");
    server.run("CREATE DATABASE %s TEMPLATE %s".formatted(copied, name));
    return new TestDatabase(server, copied);
  }

  /**
   * Drops it, even if connections are still open. A role that is no superuser may not end
   * autovacuum: the drop is refused while that is at work here, and tried again.
   */
  @Override
  public void close() {
    Eventually.within(AUTOVACUUM_ENDS_WITHIN)
        .until(
            name + " is dropped",
            () -> {
              server.run("DROP DATABASE IF EXISTS %s WITH (FORCE)".formatted(name));
              return true;
            });
  }
}
