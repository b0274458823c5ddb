package dev.stampede.consumer;

import static dev.stampede.consumer.ConsumerFixture.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.stampede.consumer.ConsumerAdmin.ParkedKey;
import dev.stampede.consumer.ConsumerAdmin.Retried;
import dev.stampede.consumer.ConsumerFixture.Heard;
import dev.stampede.testkit.TcpProxy;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class EventReaderTest {

  private static final EventHandler<Heard> NOTING = EventHandler.each(ConsumerFixture::note);

  private ConsumerFixture events;
  private final CountingReaderListener listener = new CountingReaderListener();

  @BeforeEach
  void open() {
    events = new ConsumerFixture(2);
  }

  @AfterEach
  void close() {
    events.close();
  }

  @Test
  void everyEventHasItsEffectOnceAndInOrderHoweverOftenItComes() {
    events.sendMany(20, 1, 30);
    try (EventReader reader = reader(NOTING)) {
      until("all are heard", () -> listener.handled.get() == 600);
      events.sendMany(20, 31, 32);
      until("and the newest", () -> listener.handled.get() == 640);
      until("all is handled", () -> reader.admin().figures().age().isPresent());
      until(
          "nothing is left",
          () -> listener.lag.get().partitions() == 2 && listener.lag.get().records() == 0);
    }

    assertThat(listener.repeats).hasPositiveValue();
    assertThat(listener.gaps).hasValue(0);
    for (int key = 0; key < 20; key++) {
      assertThat(events.heard("key-" + key)).hasSize(32).startsWith("1:x", "2:x").endsWith("32:x");
    }
  }

  @Test
  void aReaderThatComesBackGoesOnWhereItsPredecessorWas() {
    events.send("a", "1:x", "2:x");
    try (EventReader _ = reader(NOTING)) {
      until("both are heard", () -> listener.handled.get() == 2);
      until("Kafka knows it", () -> events.told() == 2);
    }
    events.send("a", "3:x");
    try (EventReader _ = reader(NOTING)) {
      until("the third is heard", () -> listener.handled.get() == 3);
    }
    assertThat(events.heard("a")).containsExactly("1:x", "2:x", "3:x");
    assertThat(listener.repeats).as("Kafka was told how far the first was").hasValue(0);
  }

  /**
   * Has been seen to fail with versions compared without epochs: nothing was heard after the
   * rewind.
   */
  @Test
  void aLaterEpochTakesThePlaceOfWhatWasUndoneAlsoForAReaderThatComesBack() {
    events.send("a", "1:x", "2:x", "3:undone");
    try (EventReader _ = reader(NOTING)) {
      until("all are heard", () -> listener.handled.get() == 3);
    }
    events.send("a", "7/2:y", "3:undone", "4:undone", "7/3:y", "7/2:y");
    try (EventReader _ = reader(NOTING)) {
      until("the new ones are heard", () -> listener.handled.get() == 5);
    }
    events.send("a", "7/5:after a gap", "8/4:y", "7/6:undone");
    try (EventReader reader = reader(NOTING)) {
      until("the key is parked", () -> listener.gaps.get() == 1);
      until("all wait", () -> reader.admin().figures().parkedMessages() == 3);
      long id = reader.admin().parked(0, 10).getFirst().id();
      assertThat(reader.admin().dropKey(id)).isEqualTo(3);
      events.send("a", "8/4:y", "8/5:z");
      until("it flows", () -> listener.handled.get() == 6);
    }
    assertThat(events.heard("a"))
        .containsExactly("1:x", "2:x", "3:undone", "7/2:y", "7/3:y", "8/5:z");
  }

  /** Planted: parked messages handed out newest first, which was caught here. */
  @Test
  void aPoisonMessageParksItsKeyWhileAllOthersFlowAndRetriedItGoesOnInOrder() {
    AtomicBoolean mended = new AtomicBoolean();
    EventHandler<Heard> choosy =
        EventHandler.each(
            (event, transaction) -> {
              ConsumerFixture.note(event, transaction);
              if (event.what().equals("poison") && !mended.get()) {
                throw new IllegalStateException("cannot digest that");
              }
            });
    events.send("bad", "1:x", "2:poison", "3:x");
    events.sendMany(10, 1, 20);
    events.send("bad", "4:x");
    try (EventReader reader = reader(choosy)) {
      until("all others are heard", () -> listener.handled.get() == 201);
      until("the rest waits", () -> reader.admin().figures().parkedMessages() == 3);
      assertThat(events.heard("bad")).containsExactly("1:x");

      ParkedKey parked = parked(reader).getFirst();
      assertThat(parked.where().key()).isEqualTo("bad");
      assertThat(parked.version()).hasValue(2);
      assertThat(parked.messages()).isEqualTo(3);
      assertThat(parked.why().reason()).isEqualTo(ParkReason.FAILED);
      assertThat(parked.why().failure()).contains("cannot digest that");
      assertThat(parked.value()).isEqualTo("2:poison");
      assertThat(reader.admin().retry(parked.id()))
          .isEqualTo(new Retried.StillParked(0, "IllegalStateException: cannot digest that"));

      mended.set(true);
      assertThat(reader.admin().retry(parked.id())).isEqualTo(new Retried.Flows(3));
      events.send("bad", "5:x");
      until("it flows", () -> events.heard("bad").size() == 5);
      assertThat(events.heard("bad")).containsExactly("1:x", "2:poison", "3:x", "4:x", "5:x");
      assertThat(parked(reader)).isEmpty();
      assertThat(reader.admin().retry(parked.id())).isEqualTo(new Retried.Unknown());
    }
  }

  @Test
  void aPoisonMessageCanBeDroppedAloneOrWithAllOfItsKey() {
    EventHandler<Heard> choosy =
        EventHandler.each(
            (event, transaction) -> {
              if (event.what().equals("poison")) {
                throw new IllegalStateException("no");
              }
              ConsumerFixture.note(event, transaction);
            });
    events.send("one", "1:poison", "2:x");
    events.send("all", "1:poison", "2:x");
    try (EventReader reader = reader(choosy)) {
      until("both are parked", () -> reader.admin().figures().parkedMessages() == 4);
      ParkedKey one = parked(reader, "one");
      ParkedKey all = parked(reader, "all");

      assertThat(reader.admin().drop(one.id() + 1_000)).isEqualTo(new Retried.Unknown());
      assertThat(reader.admin().drop(one.id())).isEqualTo(new Retried.Flows(1));
      assertThat(reader.admin().dropKey(all.id())).isEqualTo(2);
      assertThat(reader.admin().dropKey(all.id())).isZero();

      events.send("one", "3:x");
      events.send("all", "3:x");
      until("both flow", () -> events.count("SELECT count(*) FROM heard") == 3);
      assertThat(events.heard("one")).containsExactly("2:x", "3:x");
      assertThat(events.heard("all")).containsExactly("3:x");
    }
  }

  @Test
  void anUnreadableMessageIsParkedAndCanBeDroppedWithoutAVersion() {
    events.send("a", "1:x", "nonsense", "3:x");
    try (EventReader reader = reader(NOTING)) {
      until("it is parked", () -> reader.admin().figures().parkedMessages() == 2);
      ParkedKey parked = parked(reader, "a");
      assertThat(parked.why().reason()).isEqualTo(ParkReason.UNDECODABLE);
      assertThat(parked.version()).isEmpty();

      assertThat(reader.admin().drop(parked.id())).isEqualTo(new Retried.Flows(1));

      events.send("a", "4:x");
      until("it flows", () -> events.heard("a").size() == 3);
      assertThat(events.heard("a")).containsExactly("1:x", "3:x", "4:x");
    }
  }

  @Test
  void aGapIsNotSteppedOverUntilAPersonSaysSo() {
    events.send("a", "1:x", "3:x", "4:x");
    events.send("late", "7:x");
    try (EventReader reader = reader(NOTING)) {
      until("both are parked", () -> reader.admin().figures().parkedMessages() == 3);
      assertThat(reader.admin().figures().parkedKeys()).isEqualTo(2);
      assertThat(events.heard("a")).containsExactly("1:x");
      ParkedKey parked = parked(reader, "a");
      assertThat(parked.why().reason()).isEqualTo(ParkReason.GAP);
      assertThat(reader.admin().retry(parked.id())).isInstanceOf(Retried.StillParked.class);

      assertThat(reader.admin().skip(parked.id())).isEqualTo(new Retried.Flows(2));

      assertThat(events.heard("a")).containsExactly("1:x", "3:x", "4:x");
      until("the listener was told of both", () -> listener.gaps.get() >= 2);
      assertThat(listener.gaps).hasValue(2);
    }
  }

  @Test
  void aKeyMayBeginAnywhereWhereThatIsSaid() {
    events.send("a", "7:x", "8:x", "10:x");
    try (EventReader reader =
        events.reader(NOTING, events.settings().with(Beginning.ANYWHERE), listener)) {
      until("10 is parked", () -> reader.admin().figures().parkedKeys() == 1);
      assertThat(events.heard("a")).containsExactly("7:x", "8:x");
    }
  }

  @Test
  void messagesThatSwappedPlacesAreHandledInOrderByThemselves() {
    events.send("a", "1:x", "3:x", "4:x", "2:x", "5:x");
    try (EventReader reader = reader(NOTING)) {
      until("all are heard", () -> events.heard("a").size() == 5);
      until("nothing is parked", () -> reader.admin().figures().parkedMessages() == 0);
    }
    assertThat(events.heard("a")).containsExactly("1:x", "2:x", "3:x", "4:x", "5:x");
    assertThat(listener.swaps).hasValue(1);
  }

  @Test
  void aFullParkStopsThePartitionLoudlyAndItGoesOnWhenThereIsRoom() {
    try (ConsumerFixture one = new ConsumerFixture(1);
        EventReader reader = one.reader(NOTING, one.settings().withParkLimit(3), listener)) {
      one.send("a", "1:x", "nonsense", "3:x", "4:x", "5:x");
      one.send("b", "1:x");
      until("there is no room", () -> listener.stops.get() > 0);
      assertThat(reader.admin().figures().parkedMessages()).isEqualTo(3);
      assertThat(one.heard("b")).as("behind the one that has no place").isEmpty();

      assertThat(reader.admin().drop(parked(reader, "a").id())).isEqualTo(new Retried.Flows(2));

      until("all is heard", () -> one.heard("b").size() == 1 && one.heard("a").size() == 4);
      assertThat(one.heard("a")).containsExactly("1:x", "3:x", "4:x", "5:x");
    }
  }

  @Test
  void whileTheDatabaseIsAwayNothingIsParkedAndNothingSkipped() throws Exception {
    int port = URI.create(events.data.url()).getPort();
    try (TcpProxy wire = TcpProxy.to(port);
        HikariDataSource cuttable =
            ConsumerFixture.pool(
                ConsumerFixture.jdbcUrl(events.data.url(), wire.port()), Duration.ofSeconds(1));
        EventReader _ =
            EventReader.start(
                ConsumerFixture.subscription(events.topic, NOTING),
                events.settings(),
                cuttable,
                listener)) {
      events.sendMany(5, 1, 10);
      until("it reads", () -> listener.handled.get() == 50);
      wire.cutOff();
      events.sendMany(5, 11, 20);
      until("it fails, more often than a message may", () -> listener.failures.get() > 5);
      wire.mend();
      until("it has caught up", () -> listener.handled.get() == 100);
    }
    assertThat(listener.parked).hasValue(0);
    assertThat(events.count("SELECT count(*) FROM parked_message")).isZero();
    for (int key = 0; key < 5; key++) {
      assertThat(events.heard("key-" + key)).hasSize(20);
    }
  }

  @Test
  void readersOfAGroupShareThePartitionsAndNothingHappensTwiceWhenPartitionsMove() {
    events.sendMany(40, 1, 20);
    CountingReaderListener others = new CountingReaderListener();
    try (EventReader _ = reader(NOTING);
        EventReader _ = events.reader(NOTING, events.settings(), others)) {
      until(
          "each has one",
          () -> listener.lag.get().partitions() == 1 && others.lag.get().partitions() == 1);
      events.sendMany(40, 21, 60);
      until("all are heard", () -> listener.handled.get() + others.handled.get() == 2_400);
    }
    assertThat(events.count("SELECT count(*) FROM heard")).isEqualTo(2_400);
    assertThat(events.count("SELECT count(DISTINCT (key, text)) FROM heard")).isEqualTo(2_400);
    assertThat(listener.gaps.get() + others.gaps.get()).isZero();
  }

  /**
   * Of two groups, as a reader that was frozen and the one that has taken its place. Planted: new
   * versions written without a comparison with what was read; events were heard twice.
   */
  @Test
  void twoReadersThatBothBelieveThePartitionsToBeTheirsDoNothingTwice() {
    int sent = events.sendMany(20, 1, 30);
    ReaderSettings small = events.settings().with(new Batch(10, 1));
    ReaderSettings same =
        ReaderSettings.of(small.bootstrapServers(), small.group() + ".same")
            .with(small.attempts())
            .with(small.batch());
    CountingReaderListener others = new CountingReaderListener();
    try (EventReader _ = events.reader(NOTING, small, listener);
        EventReader _ = events.reader(NOTING, same, others)) {
      for (CountingReaderListener each : List.of(listener, others)) {
        until("each has read all", () -> each.handled.get() + each.repeats.get() >= sent);
      }
    }
    assertThat(listener.handled.get() + others.handled.get()).isEqualTo(600);
    for (int key = 0; key < 20; key++) {
      assertThat(events.heard("key-" + key)).hasSize(30).startsWith("1:x", "2:x").endsWith("30:x");
    }
    assertThat(events.count("SELECT count(*) FROM parked_message")).isZero();
  }

  /** Seen red with a broker that answers as soon as it has a byte: 34 transactions. */
  @Test
  void aReaderThatFetchesManyBytesHandlesMessagesTogetherAndWaitsForNoMoreThanASecond() {
    AtomicInteger transactions = new AtomicInteger();
    EventHandler<Heard> counting = (_, _) -> transactions.incrementAndGet();
    ReaderSettings many = events.settings().with(new Batch(1_000, 128 * 1024));
    try (EventReader _ = events.reader(counting, many, listener)) {
      until("it reads", () -> listener.lag.get().partitions() == 2);
      long begun = System.nanoTime();
      for (int version = 1; version <= 100; version++) {
        events.send("a", version + ":x");
      }
      until("all are heard", () -> listener.handled.get() == 100);
      int seconds = (int) Duration.ofNanos(System.nanoTime() - begun).toSeconds();
      assertThat(transactions).hasValueLessThanOrEqualTo(2 + seconds);
    }
  }

  @Test
  void aHandlerCannotEndTheTransactionItself() {
    events.send("a", "1:x");
    try (EventReader reader = reader(EventHandler.each((_, transaction) -> transaction.commit()))) {
      until("it is parked", () -> reader.admin().figures().parkedKeys() == 1);
      assertThat(parked(reader, "a").why().failure()).contains("commit() is not the handler's");
    }
  }

  @Test
  void closingAReaderTakesNoLongerThanItsLimit() {
    long begun = System.nanoTime();
    ReaderSettings nobody = ReaderSettings.of("127.0.0.1:1", "nobody");
    try (EventReader _ = events.reader(NOTING, nobody, listener);
        EventReader _ = reader(NOTING)) {
      assertThat(listener.handled).hasValue(0);
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(20));
  }

  @Test
  void invalidSettingsAreRefusedWithTheirLimits() {
    assertThatThrownBy(() -> new Batch(0, 1)).hasMessageContaining("1..10000");
    assertThatThrownBy(() -> new Batch(1, 0)).hasMessageContaining("1..4194304");
    assertThatThrownBy(() -> events.settings().withParkLimit(0)).hasMessageContaining("1..1000000");
    assertThatThrownBy(() -> ReaderSettings.of("", "g")).hasMessageContaining("host:port");
    assertThatThrownBy(() -> ReaderSettings.of("b:1", "a b")).hasMessageContaining("'a b'");
    assertThatThrownBy(() -> new Attempts(0, Duration.ofMillis(1), Duration.ofMillis(1)))
        .hasMessageContaining("1..100");
    assertThatThrownBy(
            () -> new Subscription<>("a b", List.of("t"), ConsumerFixture.FORMAT, NOTING))
        .hasMessageContaining("'a b'");
    assertThatThrownBy(() -> new Subscription<>("a", List.of(), ConsumerFixture.FORMAT, NOTING))
        .hasMessageContaining("1..32");
    assertThatThrownBy(() -> new VersionedEvent<>(0, "x")).hasMessageContaining("from 1");
  }

  private EventReader reader(EventHandler<Heard> handler) {
    return events.reader(handler, events.settings(), listener);
  }

  private static List<ParkedKey> parked(EventReader reader) {
    return reader.admin().parked(0, 10);
  }

  private static ParkedKey parked(EventReader reader, String key) {
    return parked(reader).stream()
        .filter(parked -> parked.where().key().equals(key))
        .findFirst()
        .orElseThrow();
  }
}
