package dev.stampede.prove.simulation.scenario;

import dev.stampede.engine.claim.BookedPass;
import dev.stampede.engine.show.Show;
import dev.stampede.engine.signing.Keyring;
import dev.stampede.engine.waitingroom.Inventory;
import dev.stampede.engine.waitingroom.LineLimits;
import dev.stampede.engine.waitingroom.LineLostException;
import dev.stampede.engine.waitingroom.LineRooms;
import dev.stampede.engine.waitingroom.LineUnavailableException;
import dev.stampede.engine.waitingroom.RoomListener;
import dev.stampede.engine.waitingroom.SpentPasses;
import dev.stampede.engine.waitingroom.WaitingRooms;
import dev.stampede.prove.simulation.world.Node;
import dev.stampede.prove.simulation.world.World;
import dev.stampede.redis.Redis;
import dev.stampede.redis.RedisNode;
import dev.stampede.redis.RedisSettings;
import dev.stampede.redis.line.RedisLine;
import dev.stampede.redis.line.RedisLineState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One server's waiting rooms: they answer requests, and a task each calls their steps. */
final class LineServer {

  private static final String PREFIX = "sim:";
  private static final String WAITING = PREFIX + "{show:1}:line:waiting";
  private static final int MOST_WAITING = 1_000;
  private static final int SEATS = 1_000;

  /** The loops are that much slower at most: mostly they find nothing to do. */
  private static final int SLOWER = 4;

  private static final Duration CLIENT_WAITS = Duration.ofSeconds(4);
  private static final RedisSettings REDIS =
      new RedisSettings.Single(new RedisNode("redis", 6379), 0, RedisSettings.Access.OPEN);

  private final World world;
  private final Node node;
  private final CompletableFuture<LineRooms> rooms = new CompletableFuture<>();
  private final SpentPasses spent = new SpentPasses();

  /** The parts that the servers of a deployment share. */
  record Deployment(Show show, Keyring keyring, LineJournalModel journal, LineLimits limits) {}

  LineServer(World world, String name, Deployment deployment, LineWatch watch) {
    this.world = world;
    this.node = world.node(name);
    world.start(node, "start", () -> start(deployment, watch));
  }

  private void start(Deployment deployment, LineWatch watch) {
    Redis redis = Redis.open(REDIS);
    Show show = deployment.show();
    LineRooms made =
        new LineRooms(
            new LineRooms.Stores(
                new WatchedLine(new RedisLine(redis, PREFIX, MOST_WAITING), world, watch, WAITING),
                new RedisLineState(redis, PREFIX),
                deployment.journal(),
                new NoDraws(),
                _ -> new Inventory.Stock(SEATS, 0, 0),
                spent),
            deployment.keyring(),
            id -> Optional.of(show).filter(one -> one.id().equals(id)),
            world::now,
            deployment.limits(),
            RoomListener.NONE);
    loop("discover", LineRooms.DISCOVER_EVERY, made::discover);
    loop("look", LineRooms.LOOK_EVERY, made::look);
    loop("admit", LineRooms.ADMIT_EVERY, made::admit);
    loop("tidy", LineRooms.TIDY_EVERY, made::tidy);
    loop("mend", LineRooms.MEND_EVERY, made::mend);
    loop("touch", made.touchEvery(), made::touch);
    loop("probe", Redis.PROBE, redis::probe);
    rooms.complete(made);
  }

  private void loop(String name, Duration every, Runnable tick) {
    world.start(
        node,
        name,
        () -> {
          while (true) {
            sleep(
                Duration.ofNanos(world.dice().between(every.toNanos(), SLOWER * every.toNanos())));
            try {
              tick.run();
            } catch (LineUnavailableException | LineLostException away) {
              world.note("a tick failed: %s", away.getMessage());
            }
          }
        });
  }

  private static void sleep(Duration duration) {
    try {
      Thread.sleep(duration);
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts a loop", e);
    }
  }

  Node node() {
    return node;
  }

  /** Asks this server, as a client does: nothing after a while. */
  <T> @Nullable T ask(Function<WaitingRooms, T> request) throws InterruptedException {
    CompletableFuture<T> answer = new CompletableFuture<>();
    world.start(
        node,
        "request",
        () -> {
          try {
            answer.complete(request.apply(rooms.join()));
          } catch (LineUnavailableException | LineLostException away) {
            // The HTTP layer answers 500 to these.
            world.note("a request failed: %s", away.getMessage());
            answer.complete(null);
          }
        });
    try {
      return answer.get(CLIENT_WAITS.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException gone) {
      return null;
    } catch (ExecutionException e) {
      throw new IllegalStateException("an answer failed", e);
    }
  }

  /** A booking has committed here. */
  void booked(BookedPass pass) {
    world.start(node, "news", () -> spent.tell(List.of(pass)));
  }
}
