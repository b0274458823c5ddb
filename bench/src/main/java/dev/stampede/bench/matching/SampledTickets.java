package dev.stampede.bench.matching;

import dev.stampede.locks.HeldLock;
import dev.stampede.locks.LockOutcome;
import dev.stampede.locks.LockRequest;
import dev.stampede.locks.LockSettings;
import dev.stampede.locks.RedisLocks;
import dev.stampede.matchmaking.ticket.AssignOutcome;
import dev.stampede.matchmaking.ticket.AssignmentGroup;
import dev.stampede.matchmaking.ticket.Lease;
import dev.stampede.matchmaking.ticket.LeaseToken;
import dev.stampede.matchmaking.ticket.NewTicket;
import dev.stampede.matchmaking.ticket.SearchFields;
import dev.stampede.matchmaking.ticket.Ticket;
import dev.stampede.matchmaking.ticket.TicketClaim;
import dev.stampede.matchmaking.ticket.TicketCounts;
import dev.stampede.matchmaking.ticket.TicketId;
import dev.stampede.matchmaking.ticket.WatchOutcome;
import io.lettuce.core.KeyValue;
import io.lettuce.core.LettuceFutures;
import io.lettuce.core.Range;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScoredValue;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The way of minimatch, written anew from its description: an index of all tickets, a pending set
 * beside it, and one lock in Redis around every change of the two. A fetch takes a random sample of
 * the index, leaves out what is pending and marks the rest. Assigning reads the bodies once more,
 * writes the assignments, and takes the tickets out of the index under the lock.
 *
 * <p>The lock is ours and not theirs, which waits by polling: what is measured is the way, at its
 * best. A body is one number in text, which is less than any real one. For one backend thread;
 * {@link #create} for any number.
 */
final class SampledTickets implements TicketStore {

  static final String SKILL = "skill";

  private static final Duration BODY = Duration.ofMinutes(10);
  private static final Duration PENDING = Duration.ofMinutes(1);
  private static final Duration ASSIGNED = Duration.ofMinutes(1);
  private static final Duration ANSWER = Duration.ofSeconds(20);
  private static final Duration LOCK_TTL = Duration.ofSeconds(30);

  private static final String LOCK = "fetch";

  /** It has none; every answer says the same. */
  private static final LeaseToken NO_TOKEN = new LeaseToken("none");

  private final String prefix;
  private final String index;
  private final String pendingSet;
  private final RedisClient client;
  private final RedisLocks locks;
  private final StatefulRedisConnection<String, String> connection;

  /** A connection of its own, because its writes are flushed by hand. */
  private final StatefulRedisConnection<String, String> pipeline;

  SampledTickets(String redisUrl, String prefix) {
    this.prefix = prefix;
    this.index = prefix + "index";
    this.pendingSet = prefix + "pending";
    this.client = RedisClient.create(redisUrl);
    this.locks = RedisLocks.open(client, LockSettings.withPrefix(prefix));
    this.connection = client.connect();
    this.pipeline = client.connect();
    pipeline.setAutoFlushCommands(false);
  }

  @Override
  public void create(NewTicket content) {
    String id = UUID.randomUUID().toString();
    Double skill = content.searchFields().doubleArgs().getOrDefault(SKILL, 0.0);
    RedisAsyncCommands<String, String> redis = connection.async();
    await(
        List.of(
            redis.set(body(id), skill.toString(), SetArgs.Builder.ex(BODY)),
            redis.sadd(index, id)));
  }

  @Override
  public Lease claim(TicketClaim claim) {
    Instant now = Instant.now();
    List<String> taken = locked(() -> takeSample(claim.atMost(), now));
    return new Lease(NO_TOKEN, taken.stream().map(TicketId::new).toList(), now, Instant.EPOCH);
  }

  private List<String> takeSample(int atMost, Instant now) {
    List<String> sample = connection.sync().srandmember(index, atMost);
    Set<String> pending =
        new HashSet<>(
            connection
                .sync()
                .zrangebyscore(
                    pendingSet,
                    Range.from(
                        Range.Boundary.including(now.minus(PENDING).toEpochMilli()),
                        Range.Boundary.unbounded())));
    List<String> active = sample.stream().filter(id -> !pending.contains(id)).toList();
    if (!active.isEmpty()) {
      connection.sync().zadd(pendingSet, marks(active, (double) now.toEpochMilli()));
    }
    return active;
  }

  @SuppressWarnings("unchecked") // an array of a generic type, as the driver wants it
  private static ScoredValue<String>[] marks(List<String> ids, double at) {
    return ids.stream().map(id -> ScoredValue.just(at, id)).toArray(ScoredValue[]::new);
  }

  @Override
  public List<Ticket> read(List<TicketId> ids) {
    if (ids.isEmpty()) {
      return List.of();
    }
    List<Ticket> found = new ArrayList<>();
    List<String> gone = new ArrayList<>();
    List<KeyValue<String, String>> bodies = bodies(ids);
    for (int i = 0; i < ids.size(); i++) {
      TicketId id = ids.get(i);
      bodies
          .get(i)
          .ifHasValueOrElse(text -> found.add(ticket(id, text)), () -> gone.add(id.value()));
    }
    leaveIndex(gone);
    return found;
  }

  private static Ticket ticket(TicketId id, String skill) {
    SearchFields fields =
        new SearchFields(Map.of(SKILL, Double.valueOf(skill)), Map.of(), List.of());
    return new Ticket(id, NewTicket.of(fields), Instant.EPOCH, Optional.empty());
  }

  private List<KeyValue<String, String>> bodies(List<TicketId> ids) {
    return connection.sync().mget(ids.stream().map(id -> body(id.value())).toArray(String[]::new));
  }

  @Override
  public List<AssignOutcome> assign(LeaseToken token, List<AssignmentGroup> matches) {
    if (matches.isEmpty()) {
      return List.of();
    }
    Set<TicketId> there = there(matches);
    List<AssignOutcome> outcomes = new ArrayList<>();
    List<String> assigned = new ArrayList<>();
    for (AssignmentGroup match : matches) {
      List<TicketId> missing = match.tickets().stream().filter(id -> !there.contains(id)).toList();
      if (missing.isEmpty()) {
        List<String> ids = match.tickets().stream().map(TicketId::value).toList();
        String at = match.assignment().connection();
        together(ids, id -> pipeline.async().set(place(id), at, SetArgs.Builder.ex(ASSIGNED)));
        assigned.addAll(ids);
        outcomes.add(new AssignOutcome.Assigned());
      } else {
        outcomes.add(new AssignOutcome.TicketsMissing(missing));
      }
    }
    leaveIndex(assigned);
    together(assigned, id -> pipeline.async().expire(body(id), ASSIGNED));
    return outcomes;
  }

  /** One command for each, sent together. */
  private void together(List<String> ids, Function<String, RedisFuture<?>> command) {
    List<RedisFuture<?>> sent = ids.stream().<RedisFuture<?>>map(command).toList();
    pipeline.flushCommands();
    await(sent);
  }

  /** Returns the tickets that exist; the original by default also asks before it assigns them. */
  private Set<TicketId> there(List<AssignmentGroup> matches) {
    List<TicketId> asked = matches.stream().flatMap(match -> match.tickets().stream()).toList();
    List<KeyValue<String, String>> bodies = bodies(asked);
    Set<TicketId> there = new HashSet<>();
    for (int i = 0; i < asked.size(); i++) {
      if (bodies.get(i).hasValue()) {
        there.add(asked.get(i));
      }
    }
    return there;
  }

  @Override
  public int release(LeaseToken token, List<TicketId> ids) {
    if (ids.isEmpty()) {
      return 0;
    }
    String[] members = ids.stream().map(TicketId::value).toArray(String[]::new);
    return locked(() -> connection.sync().zrem(pendingSet, members)).intValue();
  }

  @Override
  public int renew(LeaseToken token, List<TicketId> ids, Duration lease) {
    return ids.size(); // there is nothing to renew: the pending time is what it is
  }

  @Override
  public TicketCounts counts() {
    long pending = connection.sync().zcard(pendingSet);
    return new TicketCounts(connection.sync().scard(index) - pending, pending, 0);
  }

  /** It has no such news, only ticks. */
  @Override
  public WatchOutcome.Watch onArrival(Runnable arrived) {
    return () -> {};
  }

  private void leaveIndex(Collection<String> ids) {
    if (!ids.isEmpty()) {
      String[] members = ids.toArray(String[]::new);
      locked(
          () ->
              connection.sync().srem(index, members) + connection.sync().zrem(pendingSet, members));
    }
  }

  private <T> T locked(Supplier<T> change) {
    try (HeldLock _ = acquire()) {
      return change.get();
    }
  }

  private HeldLock acquire() {
    try {
      LockRequest request = LockRequest.on(LOCK).lasting(LOCK_TTL).within(ANSWER);
      return switch (locks.acquire(request)) {
        case LockOutcome.Acquired(HeldLock lock) -> lock;
        case LockOutcome.Busy busy -> throw new IllegalStateException("no lock: " + busy);
        case LockOutcome.TimedOut late -> throw new IllegalStateException("no lock: " + late);
        case LockOutcome.Unavailable away -> throw new IllegalStateException("no lock: " + away);
      };
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for the lock", e);
    }
  }

  private static void await(List<? extends RedisFuture<?>> futures) {
    if (!LettuceFutures.awaitAll(ANSWER, futures.toArray(RedisFuture[]::new))) {
      throw new IllegalStateException("Redis did not answer within " + ANSWER);
    }
  }

  private String place(String id) {
    return prefix + "place:" + id;
  }

  private String body(String id) {
    return prefix + "ticket:" + id;
  }

  @Override
  public void close() {
    locks.close();
    client.shutdown();
  }
}
