package dev.stampede.redis.news;

import dev.stampede.engine.claim.SeatChange;
import dev.stampede.engine.claim.SeatState;
import dev.stampede.engine.seats.Position;
import dev.stampede.engine.seats.SeatNotice;
import dev.stampede.engine.seats.SharedNews;
import dev.stampede.engine.show.ShowId;
import dev.stampede.locks.HeldLock;
import dev.stampede.locks.LockOutcome;
import dev.stampede.locks.LockRequest;
import dev.stampede.locks.LockSettings;
import dev.stampede.locks.RedisLocks;
import dev.stampede.redis.BytesOutput;
import dev.stampede.redis.Redis;
import dev.stampede.redis.ShowKeys;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

/**
 * The news of all shows in Redis: a numbered log for each show, and one channel for all of them.
 *
 * <p>The server that has committed tells; one script numbers the changes, drops those that are not
 * newer, keeps the last few thousand, and publishes. A Redis that has lost everything has lost the
 * epoch too: telling then changes keys alone, until a server {@linkplain #begin begins} anew from
 * the database.
 */
public final class RedisSeatNews implements SharedNews, AutoCloseable {

  /**
   * The interval between two {@linkplain #beat() beats}: four fit into the time that layer 0
   * trusts.
   */
  public static final Duration BEAT = Duration.ofMillis(250);

  /**
   * The same in a quiet deployment: two fit into the time that layer 0 trusts, so that it still
   * does.
   */
  public static final Duration QUIET_BEAT = Duration.ofMillis(500);

  private static final Duration PATIENCE = Duration.ofMillis(500);

  /** Reading the largest show takes a part of this, even on a bad day. */
  private static final Duration TURN_LASTS = Duration.ofSeconds(5);

  /** Longer than a copy takes to be there, shorter than a buyer's patience. */
  private static final Duration WAIT_FOR_TURN = Duration.ofSeconds(1);

  private static final Turn NO_TURN = () -> {};

  private final Redis redis;
  private final String keyPrefix;
  private final LongSupplier epoch;
  private final Duration copyTtl;
  private final NewsChannel channel = new NewsChannel();
  private final TellScript tell;
  private final BeginScript begin;
  private final SinceScript since;
  private final Redis.Subscription subscription;
  private final RedisLocks turns;

  /**
   * Subscribes.
   *
   * @param epoch of the database: each has logs, ranks and keys of its own
   * @param seatCacheTtl how long a shared copy of a board lasts
   */
  public RedisSeatNews(Redis redis, String keyPrefix, LongSupplier epoch, Duration seatCacheTtl) {
    this.epoch = epoch;
    this.redis = redis;
    this.keyPrefix = keyPrefix;
    this.copyTtl = seatCacheTtl;
    this.tell = new TellScript(redis, keyPrefix);
    this.begin = new BeginScript(redis, keyPrefix);
    this.since = new SinceScript(redis);
    this.subscription =
        redis.subscribe(ShowKeys.channel(keyPrefix), channel::message, channel::subscribed);
    this.turns = redis.locks(LockSettings.withPrefix(keyPrefix + "turn:"));
  }

  private ShowKeys names(ShowId show) {
    return new ShowKeys(keyPrefix, epoch.getAsLong(), show);
  }

  /** Publishes a sign of life. Does not wait; its absence tells listeners that Redis is away. */
  public void beat() {
    try {
      var _ = redis.commands().publish(ShowKeys.channel(keyPrefix), NewsChannel.SIGN_OF_LIFE);
    } catch (RuntimeException away) {
      // Nobody hears it, which is all that there is to say.
      return;
    }
  }

  @Override
  public void listen(Listener listener) {
    channel.listen(listener);
  }

  /**
   * Tells the changes. The gate's keys of seats that were held or sold go with it: they kept others
   * out while the claims were decided, and from here on boards refuse the seats. The key of a seat
   * that was freed is the next buyer's.
   */
  @Override
  public void tell(ShowId show, List<SeatChange> changes, Runnable untold) {
    for (int from = 0; from < changes.size(); from += TellScript.MAX_NOTICES) {
      List<SeatChange> some =
          changes.subList(from, Math.min(changes.size(), from + TellScript.MAX_NOTICES));
      List<Integer> decided =
          some.stream()
              .filter(change -> change.state() != SeatState.FREE)
              .map(SeatChange::seat)
              .toList();
      tell(show, some.stream().map(SeatNotice::of).toList(), decided, untold);
    }
  }

  @Override
  public void tellExpired(ShowId show, List<SeatNotice> expiries, Runnable untold) {
    for (int from = 0; from < expiries.size(); from += TellScript.MAX_NOTICES) {
      int to = Math.min(expiries.size(), from + TellScript.MAX_NOTICES);
      tell(show, expiries.subList(from, to), List.of(), untold);
    }
  }

  private void tell(ShowId show, List<SeatNotice> notices, List<Integer> decided, Runnable untold) {
    var _ =
        tell.run(names(show), notices, decided)
            .whenComplete(
                (told, failure) -> {
                  if (failure != null || !told) {
                    untold.run();
                  }
                });
  }

  @Override
  public Log since(ShowId show, Optional<Position> after) {
    ShowKeys names = names(show);
    return answered(redis.retries().run(() -> since.run(names, after))).orElseGet(Log.Away::new);
  }

  @Override
  public Begun begin(ShowId show, int[] ranks) {
    Position start = Position.fresh();
    return answered(begin.run(names(show), start, ranks))
        .<Begun>map(begun -> begun ? new Begun.Started(start) : new Begun.Existed())
        .orElseGet(Begun.Away::new);
  }

  @Override
  public Optional<int[]> ranks(ShowId show, int seats) {
    return bytes(names(show).ranks()).map(packed -> PackedRanks.unpack(packed, seats));
  }

  @Override
  public Optional<byte[]> copy(ShowId show) {
    return bytes(names(show).copy()).filter(packed -> packed.length > 0);
  }

  @Override
  public void keep(ShowId show, byte[] packed) {
    CommandArgs<String, String> args =
        new CommandArgs<>(StringCodec.UTF8)
            .addKey(names(show).copy())
            .add(packed)
            .add("PX")
            .add(copyTtl.toMillis());
    try {
      var _ =
          redis.commands().dispatch(CommandType.SET, new StatusOutput<>(StringCodec.UTF8), args);
    } catch (RuntimeException away) {
      // A copy spares others a look into the database; they will look.
      return;
    }
  }

  @Override
  public Turn turn(ShowId show) {
    try {
      LockRequest wanted =
          LockRequest.on(show.toString()).lasting(TURN_LASTS).within(WAIT_FOR_TURN);
      return switch (turns.acquire(wanted)) {
        case LockOutcome.Acquired(HeldLock lock) -> lock::close;
        case LockOutcome.Busy _, LockOutcome.TimedOut _, LockOutcome.Unavailable _ -> NO_TURN;
      };
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return NO_TURN;
    }
  }

  @Override
  public Duration silence() {
    return channel.silence();
  }

  @Override
  public void close() {
    turns.close();
    subscription.close();
  }

  private Optional<byte[]> bytes(String key) {
    return answered(redis.retries().run(() -> get(key)));
  }

  private CompletableFuture<byte[]> get(String key) {
    CommandArgs<String, String> args = new CommandArgs<>(StringCodec.UTF8).addKey(key);
    return redis
        .commands()
        .dispatch(CommandType.GET, new BytesOutput(), args)
        .toCompletableFuture();
  }

  /** Empty when Redis did not answer in time. */
  private static <T> Optional<T> answered(CompletableFuture<T> asked) {
    try {
      return Optional.of(asked.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS));
    } catch (ExecutionException | TimeoutException away) {
      return Optional.empty();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
