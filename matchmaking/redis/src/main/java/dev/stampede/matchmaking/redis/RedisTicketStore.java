package dev.stampede.matchmaking.redis;

import dev.stampede.matchmaking.ticket.TicketLeases;
import dev.stampede.matchmaking.ticket.TicketSettings;
import dev.stampede.matchmaking.ticket.Tickets;
import dev.stampede.redis.OwnLink;
import dev.stampede.redis.Redis;
import dev.stampede.redis.RedisLink;
import java.util.Optional;

/**
 * Tickets in Redis: waiting ones by their creation, those of one lease together, leases by their
 * end, bodies and assignments under keys of their own that expire, and one script for each
 * transition. All time is Redis' own.
 *
 * <p>It has three connections beside the shared one: for players, for backends, whose batches are
 * large, and for the news.
 */
public final class RedisTicketStore implements AutoCloseable {

  private final OwnLink forPlayers;
  private final OwnLink forBackends;
  private final TicketWatchers watchers;
  private final Redis.Subscription subscription;
  private final Tickets tickets;
  private final TicketLeases leases;

  private RedisTicketStore(
      Redis redis, String keyPrefix, TicketSettings settings, Optional<RedisLink> replica) {
    TicketKeys keys = new TicketKeys(keyPrefix);
    this.forPlayers = redis.ownLink();
    this.forBackends = redis.ownLink();
    this.watchers = new TicketWatchers(keys, forPlayers, settings.maxWatchers());
    TicketNews news = new TicketNews(watchers);
    this.subscription = redis.subscribe(keys.channel(), news::message, news::subscribed);
    this.tickets = new RedisTickets(forPlayers, keys, settings, watchers);
    this.leases =
        new RedisTicketLeases(
            forBackends, keys, settings, new TicketReads(keys, forBackends, replica), news);
    // Last: a failure before this leaves nothing running, and its connections end with their Redis.
    watchers.start();
  }

  /** A store in one Redis. */
  public static RedisTicketStore open(Redis redis, String keyPrefix, TicketSettings settings) {
    return new RedisTicketStore(redis, keyPrefix, settings, Optional.empty());
  }

  /**
   * The same, and backends read bodies from a replica first.
   *
   * @param replica stays its owner's to close
   */
  public static RedisTicketStore openReading(
      Redis redis, Redis replica, String keyPrefix, TicketSettings settings) {
    return new RedisTicketStore(redis, keyPrefix, settings, Optional.of(replica));
  }

  public Tickets tickets() {
    return tickets;
  }

  public TicketLeases leases() {
    return leases;
  }

  /** The number of watchers of tickets in this process. */
  public int watching() {
    return watchers.count();
  }

  @Override
  public void close() {
    subscription.close();
    watchers.close();
    forBackends.close();
    forPlayers.close();
  }
}
