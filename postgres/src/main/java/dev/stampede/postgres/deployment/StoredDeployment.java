package dev.stampede.postgres.deployment;

import dev.stampede.postgres.Database;
import java.util.UUID;

/** The name that this database has given itself; all servers on it have it in common. */
public final class StoredDeployment {

  private StoredDeployment() {}

  public static UUID id(Database database) {
    return database
        .jdbi()
        .withHandle(
            handle -> handle.createQuery("SELECT id FROM deployment").mapTo(UUID.class).one());
  }

  /** The epoch that it says it is in, whether it was rewound since or not. */
  public static long epoch(Database database) {
    return database
        .jdbi()
        .withHandle(
            handle ->
                handle
                    .createQuery("SELECT max(epoch) FROM database_epoch")
                    .mapTo(Long.class)
                    .one());
  }
}
