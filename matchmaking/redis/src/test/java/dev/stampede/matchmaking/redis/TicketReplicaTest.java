package dev.stampede.matchmaking.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.matchmaking.ticket.Creation;
import dev.stampede.matchmaking.ticket.NewTicket;
import dev.stampede.matchmaking.ticket.SearchFields;
import dev.stampede.matchmaking.ticket.Ticket;
import dev.stampede.matchmaking.ticket.TicketId;
import dev.stampede.matchmaking.ticket.TicketSettings;
import dev.stampede.redis.Redis;
import dev.stampede.redis.RedisNode;
import dev.stampede.redis.RedisSettings;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.OwnRedis;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bodies from a replica first, and from the primary what the replica does not have. */
final class TicketReplicaTest {

  private static final Duration SOON = Duration.ofSeconds(30);

  @TempDir Path folder;

  private OwnRedis primary;
  private OwnRedis replica;
  private Redis toPrimary;
  private Redis toReplica;
  private RedisTicketStore store;

  @BeforeEach
  void start() throws Exception {
    primary = OwnRedis.start(Files.createDirectory(folder.resolve("primary")));
    replica =
        OwnRedis.start(
            Files.createDirectory(folder.resolve("replica")),
            "--replicaof",
            "127.0.0.1",
            Integer.toString(primary.port()));
    Eventually.within(SOON)
        .until(
            "the replica follows",
            () -> replica.ask("INFO", "replication").contains("master_link_status:up"));
    toPrimary = Redis.open(settings(primary));
    toReplica = Redis.open(settings(replica));
    store = RedisTicketStore.openReading(toPrimary, toReplica, "r:", TicketSettings.DEFAULT);
  }

  @AfterEach
  void end() {
    store.close();
    toReplica.close();
    toPrimary.close();
    replica.close();
    primary.close();
  }

  @Test
  void bodiesAreReadFromTheReplica() throws Exception {
    Ticket ticket = create();
    Eventually.within(SOON).until("it has it", () -> replica.ask("DBSIZE"), "2"::equals);
    long before = reads(primary);

    assertThat(store.leases().read(List.of(ticket.id()))).containsExactly(ticket);

    assertThat(reads(primary)).isEqualTo(before);
    assertThat(reads(replica)).isEqualTo(1);
  }

  /** The replica follows nobody from here on: it is as far behind as can be. */
  @Test
  void aTicketMissingFromTheReplicaIsReadFromThePrimary() throws Exception {
    Ticket known = create();
    Eventually.within(SOON).until("it has it", () -> replica.ask("DBSIZE"), "2"::equals);
    assertThat(replica.ask("REPLICAOF", "NO", "ONE")).isEqualTo("OK");
    Ticket unknown = create();

    assertThat(
            store.leases().read(List.of(unknown.id(), known.id(), new TicketId("gone-everywhere"))))
        .containsExactlyInAnyOrder(known, unknown);
  }

  @Test
  void aReplicaThatIsAwayIsDoneWithout() {
    Ticket ticket = create();
    replica.kill();

    assertThat(store.leases().read(List.of(ticket.id()))).containsExactly(ticket);
  }

  private Ticket create() {
    return ((Creation.Created) store.tickets().create(NewTicket.of(SearchFields.NONE))).ticket();
  }

  private static RedisSettings settings(OwnRedis server) {
    return new RedisSettings.Single(RedisNode.parse(server.node()), 0, RedisSettings.Access.OPEN);
  }

  /** The number of MGET calls that the server has answered. */
  private static long reads(OwnRedis server) throws Exception {
    return server
        .ask("INFO", "commandstats")
        .lines()
        .filter(line -> line.startsWith("cmdstat_mget:calls="))
        .mapToLong(line -> Long.parseLong(line.substring(line.indexOf('=') + 1, line.indexOf(','))))
        .findFirst()
        .orElse(0);
  }
}
