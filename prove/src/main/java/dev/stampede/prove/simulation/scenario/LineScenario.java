package dev.stampede.prove.simulation.scenario;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import dev.stampede.engine.show.Show;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.ShowSettings;
import dev.stampede.engine.show.ShowTerms;
import dev.stampede.engine.show.WaitingRoomSettings;
import dev.stampede.engine.signing.Keyring;
import dev.stampede.engine.signing.SigningKey;
import dev.stampede.engine.waitingroom.LineLimits;
import dev.stampede.engine.waitingroom.Passes;
import dev.stampede.engine.waitingroom.PlaceTokens;
import dev.stampede.prove.simulation.redis.RedisLatency;
import dev.stampede.prove.simulation.redis.RedisServer;
import dev.stampede.prove.simulation.world.Dice;
import dev.stampede.prove.simulation.world.SimulatedScenario;
import dev.stampede.prove.simulation.world.SimulatedTask;
import dev.stampede.prove.simulation.world.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The waiting line of one show on a few servers: waiting rooms, their steps, the Redis adapter and
 * its Lua scripts are the product's; Redis and the journal's database are models. Redis forgets
 * everything or the last while, connections are cut, servers are frozen and killed, and the
 * database fails before and after commits.
 *
 * <p>Promises: no number is two buyers', and no token names an epoch that is not written down. A
 * buyer who polls with the token keeps the place, whatever is lost. People are let in in order,
 * each once, no more than may be inside, and with a pass only when that is written down. In the end
 * all who wait are let in.
 */
public class LineScenario implements SimulatedScenario {

  private static final ShowId SHOW = new ShowId(1);
  private static final int MOST_BUYERS = 4;
  private static final int SECRET_BYTES = 32;

  /** The servers, and what they share. */
  private record Site(
      World world,
      RedisServer redis,
      LineWatch watch,
      LineJournalModel journal,
      LineServer.Deployment deployment,
      List<LineServer> servers) {

    void addServer() {
      servers.add(new LineServer(world, "server-" + (servers.size() + 1), deployment, watch));
    }
  }

  /** The record of the line. */
  LineJournalModel journal(World world, LineWatch watch) {
    return new LineJournalModel(world, watch);
  }

  @Override
  public void run(World world) throws InterruptedException {
    Dice dice = world.dice();
    RedisServer redis = new RedisServer(world);
    world.put(RedisServer.class, redis);
    world.put(RedisLatency.class, RedisLatency.of(dice));
    LineLimits limits =
        new LineLimits(
            Duration.ofSeconds(10),
            Duration.ofSeconds(2),
            Duration.ofMillis(100),
            dice.below(2) == 0 ? 2 : 50,
            1_000);
    int maxActive = (int) dice.between(1, 3);
    LineWatch watch = new LineWatch(world, redis, maxActive, limits.patience());
    LineJournalModel journal = journal(world, watch);
    watch.journal(journal);
    Keyring keyring = new Keyring(List.of(SigningKey.of(1, new byte[SECRET_BYTES])));
    Site site =
        new Site(
            world,
            redis,
            watch,
            journal,
            new LineServer.Deployment(show(world, maxActive), keyring, journal, limits),
            new ArrayList<>());
    for (long n = dice.between(1, 2); n > 0; n--) {
      site.addServer();
    }
    LineBuyer.Tokens tokens =
        new LineBuyer.Tokens(
            SHOW, new PlaceTokens(keyring), new Passes(keyring), limits.longestPoll());
    List<SimulatedTask> buyers = new ArrayList<>();
    for (long n = dice.between(2, MOST_BUYERS); n > 0; n--) {
      Buyer buyer = new Buyer("b" + n);
      LineBuyer.Manner manner =
          dice.chance(800)
              ? LineBuyer.Manner.PATIENT
              : dice.pick(List.of(LineBuyer.Manner.values()));
      buyers.add(
          world.start(
              world.node("client"),
              buyer.sub(),
              () ->
                  new LineBuyer(world, watch, journal, site.servers(), tokens, buyer)
                      .live(manner)));
      Thread.sleep(dice.between(0, 300));
    }
    if (dice.chance(800)) {
      trouble(site);
    }
    for (SimulatedTask buyer : buyers) {
      buyer.thread().join();
    }
  }

  private static Show show(World world, int maxActive) {
    return new Show(
        SHOW,
        "a show",
        World.BEGINNING.plus(Duration.ofDays(1)),
        new SeatMap(List.of(new Section.Mapped("A", 100, 10, 10))),
        new ShowSettings(
            World.BEGINNING.minus(Duration.ofDays(1)),
            ShowTerms.SaleSwitch.OPEN,
            ShowSettings.DEFAULT_SEATS_PER_HOLD,
            OptionalInt.empty(),
            ShowSettings.DEFAULT_HOLD,
            Optional.of(
                new WaitingRoomSettings(
                    true,
                    (int) world.dice().between(2, 20),
                    maxActive,
                    WaitingRoomSettings.MIN_PASS,
                    false))),
        1);
  }

  private static void trouble(Site site) throws InterruptedException {
    World world = site.world();
    Dice dice = world.dice();
    Object copy = site.redis().copy();
    for (long n = dice.between(1, 4); n > 0; n--) {
      Thread.sleep(dice.between(0, 2_500));
      LineServer server = dice.pick(site.servers());
      switch (dice.below(9)) {
        case 0 -> forgets(site, site.redis()::flush);
        case 1 -> forgets(site, site.redis()::restartEmpty);
        case 2, 3 -> {
          Object before = copy;
          forgets(site, () -> site.redis().failOver(before));
        }
        case 4 -> site.redis().cutAll();
        case 5 -> freeze(site, server);
        case 6 -> {
          site.watch().troubled(Duration.ZERO);
          site.servers().remove(server);
          world.kill(server.node());
          site.addServer();
        }
        default -> {
          site.journal().trouble(200);
          world.after(Duration.ofMillis(dice.between(1, 2_000)), () -> site.journal().trouble(0));
        }
      }
      if (dice.chance(400)) {
        copy = site.redis().copy();
        world.note("Redis' replica stands still from here");
      }
    }
  }

  private static void forgets(Site site, Runnable step) {
    site.watch().lost();
    step.run();
  }

  private static void freeze(Site site, LineServer server) {
    Duration lasting = Duration.ofMillis(site.world().dice().between(10, 8_000));
    site.watch().troubled(lasting);
    site.world().freeze(server.node());
    site.world().after(lasting, () -> site.world().thaw(server.node()));
  }
}
