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

  static final String HELD = "held";
  static final String WRITTEN = "written";
  static final String LOST = "lost";

  private HolderMain() {}

  /** Arguments: Redis, prefix, database, milliseconds of the lock. */
  public static void main(String[] args) throws Exception {
    FencedTable table = new FencedTable(args[2]);
    Duration ttl = Duration.ofMillis(Long.parseLong(args[3]));
    RedisClient client = RedisClient.create(args[0]);
    RedisLocks locks = RedisLocks.open(client, LockSettings.withPrefix(args[1]), table.fences());
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
