package dev.stampede.server.sale;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.stampede.engine.sale.SaleFigures;
import dev.stampede.engine.sale.SaleStatistics;
import dev.stampede.engine.show.ShowId;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The figures that were last counted of each sale that is watched. They are counted again when
 * somebody looks: once for all who do, at most every {@link #EVERY}, and no more than a tenth of
 * the time, so that watching never weighs on selling however long counting takes. A caller waits
 * for {@link #PATIENCE} at the most; then, and while the database is unavailable, it sees the
 * earlier figures.
 */
final class SaleFiguresCache {

  static final Duration EVERY = Duration.ofSeconds(1);
  static final Duration PATIENCE = Duration.ofSeconds(1);

  private static final int SHARE_OF_TIME = 10;
  private static final int COUNTS_AT_ONCE = 2;
  private static final Logger log = LoggerFactory.getLogger(SaleFiguresCache.class);

  private final SaleStatistics statistics;
  private final LongSupplier nanos;
  private final Semaphore counting = new Semaphore(COUNTS_AT_ONCE);
  private final Cache<ShowId, Kept> shows =
      Caffeine.newBuilder()
          .maximumSize(Traffic.MAX_SHOWS)
          .expireAfterAccess(Traffic.REMEMBERED)
          .build();

  SaleFiguresCache(SaleStatistics statistics, LongSupplier nanos) {
    this.statistics = statistics;
    this.nanos = nanos;
  }

  /** Of one show: what was counted, and whether it is being counted. */
  private static final class Kept {
    volatile @Nullable SaleFigures figures;
    @Nullable CompletableFuture<Void> count;
    long begun;
    long due;
  }

  /** Empty when it was never counted. */
  Optional<SaleFigures> of(ShowId show) {
    Kept kept = Objects.requireNonNull(shows.get(show, _ -> new Kept()));
    CompletableFuture<Void> count;
    long left;
    synchronized (kept) {
      long now = nanos.getAsLong();
      if (kept.count == null || (kept.count.isDone() && now - kept.due >= 0)) {
        kept.begun = now;
        kept.count = new CompletableFuture<>();
        begin(show, kept, kept.count);
      }
      count = kept.count;
      left = PATIENCE.toNanos() - (now - kept.begun);
    }
    await(count, left);
    return Optional.ofNullable(kept.figures);
  }

  private void begin(ShowId show, Kept kept, CompletableFuture<Void> count) {
    Thread.ofVirtual()
        .name("sale-count")
        .start(
            () -> {
              try {
                count(show, kept);
              } finally {
                count.complete(null);
              }
            });
  }

  private void count(ShowId show, Kept kept) {
    long took = 0;
    try {
      if (counting.tryAcquire(PATIENCE.toNanos(), TimeUnit.NANOSECONDS)) {
        long begun = nanos.getAsLong();
        try {
          kept.figures = statistics.of(show);
        } finally {
          counting.release();
          took = nanos.getAsLong() - begun;
        }
      }
    } catch (RuntimeException away) {
      log.debug("the sale of show {} could not be counted; what was known stands", show, away);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } finally {
      synchronized (kept) {
        kept.due = kept.begun + Math.max(EVERY.toNanos(), SHARE_OF_TIME * took);
      }
    }
  }

  private static void await(CompletableFuture<Void> count, long nanos) {
    try {
      count.get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
    } catch (TimeoutException late) {
      log.trace("a count is under way; what was known is shown", late);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a count ends without a word", e);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
