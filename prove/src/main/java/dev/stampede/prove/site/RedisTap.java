package dev.stampede.prove.site;

import dev.stampede.testkit.WireTap;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * A connection to Redis: tells addresses by their proxies, loses published messages on demand, and
 * knows which answer is that of a script that marks a point.
 *
 * <p>Replies come in the order of the requests, so that the two are matched by counting. A
 * connection that subscribes gets more replies than it has sent requests; it runs no scripts.
 */
final class RedisTap implements WireTap {

  private static final Set<String> MESSAGES = Set.of("message", "pmessage", "smessage");

  /** Longer than any reply; one that is longer is let through without a look. */
  private static final int LONGEST_REPLY = 32 * 1024 * 1024;

  private static final byte[] NOTHING = new byte[0];
  private static final Mark UNMARKED = new Mark(null);

  /** A request on its way; the point that its answer marks, if it marks one. */
  private record Mark(@Nullable Point point) {}

  private final RedisWatch watch;
  private final Queue<Mark> requests = new ConcurrentLinkedQueue<>();
  private byte[] asked = NOTHING;
  private byte[] told = NOTHING;
  private boolean blind;

  /**
   * The state that all connections of a link share.
   *
   * @param scripts the digests of the scripts whose answers mark points
   */
  record RedisWatch(
      AddressMap addresses, Points points, Map<String, Point> scripts, NewsSwitch news) {}

  RedisTap(RedisWatch watch) {
    this.watch = watch;
  }

  @Override
  public byte[] sending(byte[] bytes) {
    byte[] all = joined(asked, bytes);
    int at = 0;
    while (at < all.length) {
      int end = RespMessages.end(all, at, all.length);
      if (end == RespMessages.INCOMPLETE) {
        break;
      }
      requests.add(mark(all, at));
      at = end;
    }
    asked = Arrays.copyOfRange(all, at, all.length);
    return bytes;
  }

  private Mark mark(byte[] bytes, int at) {
    String command = RespMessages.word(bytes, at, bytes.length, 0);
    Point point =
        switch (command) {
          case "EVALSHA" -> watch.scripts().get(RespMessages.word(bytes, at, bytes.length, 1));
          case "EVAL" ->
              watch
                  .scripts()
                  .get(MarkingScripts.digest(RespMessages.word(bytes, at, bytes.length, 1)));
          default -> null;
        };
    return point == null ? UNMARKED : new Mark(point);
  }

  @Override
  public byte[] answering(byte[] bytes) throws IOException {
    if (blind) {
      return bytes;
    }
    byte[] all = joined(told, bytes);
    ByteArrayOutputStream passed = new ByteArrayOutputStream(all.length);
    int at = 0;
    while (at < all.length) {
      int end = RespMessages.end(all, at, all.length);
      if (end == RespMessages.INCOMPLETE) {
        break;
      }
      if (passes(all, at)) {
        passed.write(all, at, end - at);
      }
      at = end;
    }
    told = Arrays.copyOfRange(all, at, all.length);
    if (told.length > LONGEST_REPLY) {
      blind = true;
      passed.write(told);
      told = NOTHING;
    }
    return watch.addresses().inRedis(passed.toByteArray());
  }

  private boolean passes(byte[] bytes, int at) throws IOException {
    boolean isMessage = MESSAGES.contains(RespMessages.word(bytes, at, bytes.length, 0));
    if (isMessage) {
      return !watch.news().losesOne();
    }
    if (bytes[at] != '>') {
      reached(requests.poll(), bytes, at);
    }
    return true;
  }

  private void reached(@Nullable Mark mark, byte[] bytes, int at) throws IOException {
    Point point = mark == null ? null : mark.point();
    if (point == null || !watch.points().isArmed(point) || !marks(point, bytes, at)) {
      return;
    }
    boolean goesOn = watch.points().take(point).map(Points.Action::run).orElse(true);
    if (!goesOn) {
      throw new IOException("cut at " + point.label());
    }
  }

  /** An error marks nothing, nor does a take that has found no tickets. */
  private static boolean marks(Point point, byte[] bytes, int at) {
    return switch (point) {
      case BETWEEN_TAKE_AND_ASSIGN -> RespMessages.count(bytes, at, bytes.length) > 2;
      case AFTER_REDIS_GATE -> bytes[at] == '*';
      case AFTER_ROW_LOCKS, AFTER_COMMIT_BEFORE_ANSWER -> false;
    };
  }

  private static byte[] joined(byte[] first, byte[] second) {
    if (first.length == 0) {
      return second;
    }
    byte[] all = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }
}
