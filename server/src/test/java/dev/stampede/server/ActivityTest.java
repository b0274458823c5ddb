package dev.stampede.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.news.ChangeNews;
import dev.stampede.testkit.Eventually;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class ActivityTest {

  private static final Duration QUIET_AFTER = Duration.ofSeconds(30);
  private static final Duration AN_HOUR = Duration.ofHours(1);

  private final AtomicLong nanos = new AtomicLong(1);
  private final Activity activity = new Activity(QUIET_AFTER, nanos::get);

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  @Test
  void theSaleIsQuietWhenNobodyHasBeenThereForLongEnough() {
    assertThat(activity.isQuiet()).isFalse();
    pass(QUIET_AFTER);
    assertThat(activity.isQuiet()).isTrue();

    activity.sign();
    assertThat(activity.isQuiet()).isFalse();
  }

  @Test
  void anOpenStreamKeepsItFromBeingQuietAndForAsLongAfterwards() {
    AtomicBoolean watched = new AtomicBoolean(true);
    activity.notQuietWhile(watched::get);
    pass(QUIET_AFTER.multipliedBy(10));
    assertThat(activity.isQuiet()).isFalse();

    watched.set(false);
    assertThat(activity.isQuiet()).isFalse();
    pass(QUIET_AFTER);
    assertThat(activity.isQuiet()).isTrue();
  }

  @Test
  void othersAreToldOfSignsAndNotOfEach() {
    AtomicInteger told = new AtomicInteger();
    AtomicReference<ChangeNews.Listener> listening = new AtomicReference<>();
    activity.share(
        new ChangeNews() {
          @Override
          public void tell(String kind, String key, long version) {
            told.incrementAndGet();
          }

          @Override
          public void listen(String kind, Listener listener) {
            listening.set(listener);
          }
        });
    for (int i = 0; i < 100; i++) {
      activity.sign();
      pass(Duration.ofMillis(1));
    }
    assertThat(told).hasValue(1);
    pass(Activity.TELL_EVERY);
    activity.sign();
    assertThat(told).hasValue(2);

    pass(QUIET_AFTER);
    listening.get().heard("", 0);
    assertThat(activity.isQuiet()).isFalse();
    assertThat(told).as("what was heard is not told again").hasValue(2);
  }

  @Test
  void aLoopSleepsWhileItIsQuietAndTheFirstSignWakesIt() throws Exception {
    AtomicInteger ticks = new AtomicInteger();
    pass(QUIET_AFTER);
    try (Loop _ =
        Loop.start(
            "sleeper", activity.pace(Duration.ofMillis(1), AN_HOUR), ticks::incrementAndGet)) {
      Eventually.within(Duration.ofSeconds(30)).until("it has ticked", () -> ticks.get() == 1);
      assertThat(new CountDownLatch(1).await(20, TimeUnit.MILLISECONDS)).isFalse();
      assertThat(ticks).as("it sleeps").hasValue(1);

      activity.sign();
      Eventually.within(Duration.ofSeconds(30)).until("it ticks again", () -> ticks.get() > 10);
    }
  }

  /**
   * (1) The loop looks, and it is quiet; (2) somebody comes; (3) the loop sleeps. Seen red with a
   * loop that lay down after it had looked: it slept for its whole quiet pause.
   */
  @Test
  void aSignThatComesWhileALoopLiesDownIsNotLost() {
    AtomicInteger ticks = new AtomicInteger();
    AtomicBoolean once = new AtomicBoolean(true);
    activity.notQuietWhile(
        () -> {
          if (once.getAndSet(false)) {
            activity.signHere();
          }
          return false;
        });
    pass(QUIET_AFTER);
    try (Loop _ =
        Loop.start(
            "sleeper", activity.pace(Duration.ofMillis(1), AN_HOUR), ticks::incrementAndGet)) {
      Eventually.within(Duration.ofSeconds(30)).until("it ticks again", () -> ticks.get() > 1);
    }
  }

  @Test
  void aTickThatFailsIsTriedAtTheBusyPace() throws Exception {
    CountDownLatch three = new CountDownLatch(3);
    pass(QUIET_AFTER);
    try (Loop _ =
        Loop.start(
            "sleeper that fails on purpose",
            activity.pace(Duration.ofMillis(1), AN_HOUR),
            () -> {
              three.countDown();
              throw new IllegalStateException("on purpose");
            })) {
      assertThat(three.await(30, TimeUnit.SECONDS)).isTrue();
    }
  }
}
