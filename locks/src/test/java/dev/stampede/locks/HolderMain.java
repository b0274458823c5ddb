package dev.stampede.locks;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lettuce.core.RedisClient;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.time.Duration;

/**
 * A process that holds a lock and, when it is told to, writes; it looks at nothing in between, as
 * code that was stopped between looking and writing does.
 */
final class HolderMain {

  /** Variables, since the addresses hold passwords. */
  static final String REDIS = "REDIS_URL";

  static final String DATABASE = "JDBC_URL";

  static final String HELD = "held";
  static final String WRITTEN = "written";
  static final String LOST = "lost";

  private HolderMain() {}

  /** Arguments: prefix, milliseconds of the lock. */
  public static void main(String[] args) throws Exception {
    FencedTable table = new FencedTable(System.getenv(DATABASE));
    Duration ttl = Duration.ofMillis(Long.parseLong(args[1]));
    RedisClient client = RedisClient.create(System.getenv(REDIS));
    RedisLocks locks = RedisLocks.open(client, LockSettings.withPrefix(args[0]), table.fences());
    HeldLock lock = Asking.held(locks, LockRequest.on("report").lasting(ttl).fenced());
    lock.onLoss(loss -> System.out.println(LOST + " " + loss));
    System.out.println(HELD);
    BufferedReader told = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String how = told.readLine(); how != null; how = told.readLine()) {
      boolean fenced = how.equals("fenced");
      boolean written = !fenced || table.write("thawed", lock.fence().orElseThrow());
      if (!fenced) {
        table.writeWithoutFence("thawed");
      }
      System.out.println(WRITTEN + " " + written);
    }
    Runtime.getRuntime().halt(0);
  }
}
