package dev.stampede.server.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.engine.news.ChangeNews;
import dev.stampede.testkit.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests the guarantees of a cache to its readers. The store is a map, since only who reads it, and
 * when, matters.
 */
@Timeout(60)
final class ReadMostlyCacheTest {

  private static final Duration SOON = Duration.ofSeconds(20);
  private static final CacheLimits LIMITS =
      new CacheLimits(100, 100, Duration.ofSeconds(1), Duration.ofMillis(500));

  private final AtomicLong nanos = new AtomicLong();
  private final Store store = new Store();
  private final Wire wire = new Wire();
  private final ReadMostlyCache<String, Note> here = cache();
  private final ReadMostlyCache<String, Note> elsewhere = cache();

  /** Fails when each who misses reads for themselves: planted, the store was read 50 times. */
  @Test
  void aMissIsReadOnceHoweverManyAsk() throws InterruptedException {
    store.write("a", 1);
    store.gate = new CountDownLatch(1);
    List<Optional<Note>> found = new CopyOnWriteArrayList<>();
    List<Thread> readers = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      readers.add(Thread.startVirtualThread(() -> found.add(here.find("a"))));
    }
    Eventually.within(SOON).until("one reads", () -> store.reads.get() == 1);
    store.gate.countDown();
    for (Thread reader : readers) {
      reader.join();
    }
    assertThat(found).hasSize(50).containsOnly(Optional.of(new Note("a", 1)));
    assertThat(store.reads.get()).isEqualTo(1);
  }

  @Test
  void nobodyWaitsForWhatIsReadAgain() {
    store.write("a", 1);
    assertThat(version(here)).isEqualTo(1);
    store.write("a", 2);
    store.gate = new CountDownLatch(1);
    nanos.addAndGet(LIMITS.freshFor().plusMillis(1).toNanos());

    assertThat(version(here)).isEqualTo(1);
    Eventually.within(SOON).until("it is read behind our back", () -> store.reads.get() == 2);
    assertThat(version(here)).isEqualTo(1);
    store.gate.countDown();
    Eventually.within(SOON).until("the new is there", () -> version(here) == 2);
  }

  @Test
  void aWriteOnOneServerMakesTheOthersReadAgainAtOnce() {
    store.write("a", 1);
    assertThat(version(here)).isEqualTo(1);
    assertThat(version(elsewhere)).isEqualTo(1);

    here.put("a", store.write("a", 2));

    assertThat(version(here)).isEqualTo(2);
    Eventually.within(SOON).until("the other knows", () -> version(elsewhere) == 2);
    assertThat(store.reads.get()).isEqualTo(3);
  }

  /**
   * Fails when news joins a read that began before it: planted (no second read), the old value
   * stayed.
   */
  @Test
  void newsOvertakesAReadThatBeganBeforeIt() {
    store.write("a", 1);
    assertThat(version(elsewhere)).isEqualTo(1);
    store.gate = new CountDownLatch(1);
    nanos.addAndGet(LIMITS.freshFor().plusMillis(1).toNanos());
    assertThat(version(elsewhere)).isEqualTo(1);
    Eventually.within(SOON).until("the read has begun", () -> store.reads.get() == 2);

    here.put("a", store.write("a", 2));
    store.gate.countDown();

    Eventually.within(SOON).until("the new is there", () -> version(elsewhere) == 2);
  }

  @Test
  void olderNeverReplacesNewer() {
    here.put("a", new Note("a", 5));
    here.put("a", new Note("a", 4));
    assertThat(version(here)).isEqualTo(5);

    store.write("a", 3);
    wire.tell("note", "a", 6);
    Eventually.within(SOON).until("it was read again", () -> store.reads.get() >= 1);
    assertThat(version(here)).isEqualTo(5);
  }

  @Test
  void theCacheRemembersAMissForALimitedTime() {
    assertThat(here.find("a")).isEmpty();
    assertThat(here.find("a")).isEmpty();
    assertThat(store.reads.get()).isEqualTo(1);

    store.write("a", 1);
    assertThat(here.find("a")).isEmpty();
    nanos.addAndGet(LIMITS.missingFor().toNanos());
    assertThat(version(here)).isEqualTo(1);
  }

  @Test
  void anotherServersNewEntryReplacesARememberedMiss() {
    assertThat(elsewhere.find("a")).isEmpty();

    here.put("a", store.write("a", 1));

    assertThat(version(elsewhere)).isEqualTo(1);
  }

  @Test
  void afterASilenceEverythingIsReadAgain() {
    store.write("a", 1);
    assertThat(version(here)).isEqualTo(1);
    store.write("a", 2);

    wire.breakOff();

    Eventually.within(SOON).until("the new is there", () -> version(here) == 2);
  }

  @Test
  void aStoreThatFailsLeavesWhatIsKnown() {
    store.write("a", 1);
    assertThat(version(here)).isEqualTo(1);
    store.broken = true;
    nanos.addAndGet(LIMITS.freshFor().plusMillis(1).toNanos());

    assertThat(version(here)).isEqualTo(1);
    Eventually.within(SOON).until("it was tried", () -> store.reads.get() == 2);
    assertThat(version(here)).isEqualTo(1);
    assertThatThrownBy(() -> here.find("b")).isInstanceOf(IllegalStateException.class);
  }

  private ReadMostlyCache<String, Note> cache() {
    return new ReadMostlyCache<>("note", store, LIMITS, wire, nanos::get);
  }

  private static long version(ReadMostlyCache<String, Note> cache) {
    return cache.find("a").orElseThrow().version();
  }

  private record Note(String key, long version) {}

  private static final class Store implements CacheSource<String, Note> {
    final Map<String, Note> rows = new ConcurrentHashMap<>();
    final AtomicInteger reads = new AtomicInteger();
    volatile CountDownLatch gate = new CountDownLatch(0);
    volatile boolean broken;

    Note write(String key, long version) {
      Note note = new Note(key, version);
      rows.put(key, note);
      return note;
    }

    /** Sees the row as it was when the read began, as a query does. */
    @Override
    public Optional<Note> load(String key) {
      Optional<Note> seen = Optional.ofNullable(rows.get(key));
      reads.incrementAndGet();
      if (broken) {
        throw new IllegalStateException("the store is away");
      }
      try {
        gate.await();
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
      }
      return seen;
    }

    @Override
    public long version(Note value) {
      return value.version();
    }

    @Override
    public String name(String key) {
      return key;
    }

    @Override
    public Optional<String> parse(String name) {
      return Optional.of(name);
    }
  }

  /** News between caches of one test. */
  private static final class Wire implements ChangeNews {
    final List<Listener> listeners = new CopyOnWriteArrayList<>();

    @Override
    public void tell(String kind, String key, long version) {
      listeners.forEach(listener -> listener.heard(key, version));
    }

    @Override
    public void listen(String kind, Listener listener) {
      listeners.add(listener);
    }

    void breakOff() {
      listeners.forEach(Listener::missed);
    }
  }
}
