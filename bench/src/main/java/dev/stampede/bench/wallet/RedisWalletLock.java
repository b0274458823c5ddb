package dev.stampede.bench.wallet;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.redis.Redis;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A key in Redis that names its owner: set where it is absent, with an end of its own in case its
 * owner never comes back, and deleted by a script that looks whose it is. A caller that finds it
 * taken asks again after a pause that grows.
 */
public final class RedisWalletLock implements WalletLock {

  /** Longer than a transaction may last, so that it does not end before its owner's does. */
  private static final Duration TTL = Duration.ofSeconds(30);

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration COMMAND_PATIENCE = Duration.ofSeconds(2);
  private static final long FIRST_PAUSE_MICROS = 500;
  private static final long LONGEST_PAUSE_MICROS = 16_000;

  private static final String UNLOCK = script("unlock.lua");

  private final Redis redis;
  private final String prefix;
  private final Duration patience;

  /** Waits for as long as a transaction may last. */
  public RedisWalletLock(Redis redis, String prefix) {
    this(redis, prefix, PATIENCE);
  }

  RedisWalletLock(Redis redis, String prefix, Duration patience) {
    this.redis = redis;
    this.prefix = prefix;
    this.patience = patience;
  }

  @Override
  public Attempt acquire(Buyer buyer) {
    String key = prefix + "wallet:" + buyer.sub();
    String owner = UUID.randomUUID().toString();
    SetArgs absentOnly = SetArgs.Builder.nx().px(TTL.toMillis());
    long deadline = System.nanoTime() + patience.toNanos();
    try {
      long pause = FIRST_PAUSE_MICROS;
      while (!"OK".equals(answer(redis.commands().set(key, owner, absentOnly)))) {
        if (System.nanoTime() - deadline > 0) {
          return new Attempt.Busy(
              "the lock on the wallet of %s was not free within %d ms"
                  .formatted(buyer, patience.toMillis()));
        }
        TimeUnit.MICROSECONDS.sleep(pause / 2 + ThreadLocalRandom.current().nextLong(pause));
        pause = Math.min(pause * 2, LONGEST_PAUSE_MICROS);
      }
      return new Attempt.Acquired(() -> release(key, owner));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Attempt.Busy("interrupted while waiting for the lock on the wallet of " + buyer);
    }
  }

  private void release(String key, String owner) {
    try {
      Long deleted =
          answer(
              redis
                  .commands()
                  .<Long>eval(UNLOCK, ScriptOutputType.INTEGER, new String[] {key}, owner));
      if (!Long.valueOf(1).equals(deleted)) {
        throw new IllegalStateException(
            "the lock %s was lost before it was given back; it lasts %d ms"
                .formatted(key, TTL.toMillis()));
      }
    } catch (InterruptedException e) {
      // It ends by itself.
      Thread.currentThread().interrupt();
    }
  }

  private static <T> T answer(CompletionStage<T> asked) throws InterruptedException {
    try {
      return asked.toCompletableFuture().get(COMMAND_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException(
          "Redis did not answer within %d ms: %s".formatted(COMMAND_PATIENCE.toMillis(), e), e);
    }
  }

  private static String script(String resource) {
    try (InputStream in = RedisWalletLock.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException(resource + " is missing from the classpath; build again");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(resource + " cannot be read", e);
    }
  }
}
