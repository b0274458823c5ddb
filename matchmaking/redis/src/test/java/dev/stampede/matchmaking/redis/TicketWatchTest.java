package dev.stampede.matchmaking.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.matchmaking.ticket.Assignment;
import dev.stampede.matchmaking.ticket.AssignmentGroup;
import dev.stampede.matchmaking.ticket.Creation;
import dev.stampede.matchmaking.ticket.Lease;
import dev.stampede.matchmaking.ticket.NewTicket;
import dev.stampede.matchmaking.ticket.SearchFields;
import dev.stampede.matchmaking.ticket.TicketClaim;
import dev.stampede.matchmaking.ticket.TicketId;
import dev.stampede.matchmaking.ticket.TicketSettings;
import dev.stampede.matchmaking.ticket.WatchOutcome;
import dev.stampede.matchmaking.ticket.Watcher;
import dev.stampede.redis.Redis;
import dev.stampede.redis.RedisNode;
import dev.stampede.redis.RedisSettings;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.OwnRedis;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Watching tickets, on a Redis of its own whose commands are counted. */
final class TicketWatchTest {

  private static final Duration SOON = Duration.ofSeconds(30);
  private static final Assignment PLACE = Assignment.to("here");
  private static final int IDLE = Boolean.getBoolean("stampede.long") ? 10_000 : 3_000;

  @TempDir Path folder;

  private OwnRedis server;
  private Redis redis;
  private final List<RedisTicketStore> stores = new ArrayList<>();
  private RedisTicketStore store;

  @BeforeEach
  void start() {
    server = OwnRedis.start(folder);
    redis =
        Redis.open(
            new RedisSettings.Single(RedisNode.parse(server.node()), 0, RedisSettings.Access.OPEN));
    store =
        open(
            new TicketSettings(
                Duration.ofMinutes(10), Duration.ofMinutes(1), true, 1_000_000, IDLE));
  }

  @AfterEach
  void end() {
    stores.forEach(RedisTicketStore::close);
    redis.close();
    server.close();
  }

  /** A watcher that notes in words what it was told. */
  private static final class Heard implements Watcher {
    private final List<String> words = new CopyOnWriteArrayList<>();

    @Override
    public void assignment(Optional<Assignment> now) {
      words.add(now.map(Assignment::connection).orElse("nowhere"));
    }

    @Override
    public void gone() {
      words.add("gone");
    }

    void await(String... expected) {
      Eventually.within(SOON).until("it is told", () -> words.equals(List.of(expected)));
    }
  }

  @Test
  void theFirstValueAndEveryChangeAreTold() {
    TicketId ticket = create();
    Heard first = watch(store, ticket);
    first.await("nowhere");

    assign(ticket);
    first.await("nowhere", "here");

    watch(store, ticket).await("here");
    store.tickets().delete(ticket);
    first.await("nowhere", "here", "gone");
  }

  @Test
  void twoWatchersInTwoProcessesSeeTheSame() {
    RedisTicketStore other = open(TicketSettings.DEFAULT);
    TicketId ticket = create();
    List<Heard> watchers =
        List.of(watch(store, ticket), watch(store, ticket), watch(other, ticket));
    watchers.forEach(heard -> heard.await("nowhere"));

    assign(ticket);

    watchers.forEach(heard -> heard.await("nowhere", "here"));
  }

  @Test
  void ofATicketThatIsNotThereNothingIsToldButThat() {
    watch(store, new TicketId("unknown")).await("gone");
    assertThat(store.watching()).isZero();
  }

  @Test
  void theEndOfATicketsTimeIsToldAlthoughNobodySaysSo() {
    RedisTicketStore brief =
        open(new TicketSettings(Duration.ofSeconds(5), Duration.ofMinutes(1), true, 10, 10));
    TicketId ticket =
        ((Creation.Created) brief.tickets().create(NewTicket.of(SearchFields.NONE))).ticket().id();

    watch(store, ticket).await("nowhere", "gone");
  }

  @Test
  void aClosedWatchGetsNoMoreNewsAndLeavesNothingBehind() {
    TicketId ticket = create();
    Heard heard = new Heard();
    WatchOutcome.Begun watching = (WatchOutcome.Begun) store.tickets().watch(ticket, heard);
    heard.await("nowhere");

    watching.watch().close();
    watching.watch().close();
    assertThat(store.watching()).isZero();

    Heard other = watch(store, ticket);
    // A watch tells the newest value: assigned too soon, "nowhere" would never be told.
    other.await("nowhere");
    assign(ticket);
    other.await("nowhere", "here");
    assertThat(heard.words).containsExactly("nowhere");
  }

  @Test
  void oneTooManyIsRefused() {
    RedisTicketStore small =
        open(new TicketSettings(Duration.ofMinutes(1), Duration.ofMinutes(1), true, 10, 1));
    TicketId ticket = create();

    watch(small, ticket);

    assertThat(small.tickets().watch(ticket, new Heard())).isEqualTo(new WatchOutcome.TooMany(1));
  }

  @Test
  void aWatcherThatFailsKeepsNobodyElseFromHearing() {
    TicketId ticket = create();
    store
        .tickets()
        .watch(
            ticket,
            new Watcher() {
              @Override
              public void assignment(Optional<Assignment> now) {
                throw new IllegalStateException("planted");
              }

              @Override
              public void gone() {
                throw new IllegalStateException("planted");
              }
            });

    watch(store, ticket).await("nowhere");
  }

  /** The subscription is cut, the ticket assigned by another process: the look at all finds it. */
  @Test
  void anAssignmentOfWhichTheNewsWasLostIsToldAllTheSame() throws Exception {
    TicketId ticket = create();
    Heard heard = watch(store, ticket);
    heard.await("nowhere");

    server.ask("CLIENT", "KILL", "TYPE", "pubsub");
    assign(ticket);

    heard.await("nowhere", "here");
  }

  @Test
  void thousandsWhoWatchAndWaitCostRedisAFewCommandsASecond() throws Exception {
    AtomicInteger told = new AtomicInteger();
    List<TicketId> tickets = IntStream.range(0, IDLE).parallel().mapToObj(_ -> create()).toList();
    for (TicketId ticket : tickets) {
      store.tickets().watch(ticket, counting(told));
    }
    Eventually.within(SOON).until("all have their first value", () -> told.get() == IDLE);

    long before = commands();
    long begun = System.nanoTime();
    LockSupport.parkNanos(TicketWatchers.LOOK_AT_ALL.multipliedBy(2).toNanos());
    double seconds = (System.nanoTime() - begun) / 1e9;

    // In ten thousands: 50 a second is the bar, and these are fewer, so they may cost less.
    assertThat((commands() - before) / seconds).isLessThan(50);
    assertThat(told).hasValue(IDLE);
  }

  private long commands() throws Exception {
    return server
        .ask("INFO", "stats")
        .lines()
        .filter(line -> line.startsWith("total_commands_processed:"))
        .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1).strip()))
        .findFirst()
        .orElseThrow();
  }

  private static Watcher counting(AtomicInteger told) {
    return new Watcher() {
      @Override
      public void assignment(Optional<Assignment> now) {
        told.incrementAndGet();
      }

      @Override
      public void gone() {
        told.addAndGet(1_000_000);
      }
    };
  }

  private RedisTicketStore open(TicketSettings settings) {
    RedisTicketStore opened = RedisTicketStore.open(redis, "watch:", settings);
    stores.add(opened);
    return opened;
  }

  private static Heard watch(RedisTicketStore through, TicketId ticket) {
    Heard heard = new Heard();
    assertThat(through.tickets().watch(ticket, heard)).isInstanceOf(WatchOutcome.Begun.class);
    return heard;
  }

  private TicketId create() {
    return ((Creation.Created) store.tickets().create(NewTicket.of(SearchFields.NONE)))
        .ticket()
        .id();
  }

  private void assign(TicketId ticket) {
    Lease lease = store.leases().claim(TicketClaim.of(1_000, Duration.ofMinutes(1)));
    assertThat(
            store
                .leases()
                .assign(lease.token(), List.of(new AssignmentGroup(List.of(ticket), PLACE))))
        .hasSize(1);
  }
}
