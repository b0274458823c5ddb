package dev.stampede.bench.cold;

import dev.stampede.bench.turns.Nanos;
import dev.stampede.crowd.BuyerScript;
import dev.stampede.crowd.Failure;
import dev.stampede.crowd.RenderedRequest;
import dev.stampede.crowd.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Counts the answers of one long run by the second, and keeps how long each took in two windows of
 * it. One event loop writes it.
 */
final class AnswersBySecond {

  private static final int CREATED = 201;

  /** A time window: its start, counted from the first request, and its length. */
  record Window(Duration from, Duration length) {

    private boolean has(long nanos) {
      return nanos >= from.toNanos() && nanos < from.plus(length).toNanos();
    }
  }

  /** A window and the answers that came within it. */
  static final class Seen {
    private final Window window;
    private final Nanos nanos = new Nanos();

    private Seen(Window window) {
      this.window = window;
    }

    double perSecond() {
      return nanos.count() / (window.length().toMillis() / 1e3);
    }

    double p50Millis() {
      return nanos.percentileMillis(0.50);
    }

    double p99Millis() {
      return nanos.percentileMillis(0.99);
    }
  }

  private final Seen first;
  private final Seen last;
  private final List<Integer> seconds = new ArrayList<>();
  private long startNanos;
  private boolean begun;
  private long others;

  AnswersBySecond(Window first, Window last) {
    this.first = new Seen(first);
    this.last = new Seen(last);
  }

  Seen first() {
    return first;
  }

  Seen last() {
    return last;
  }

  /** Answers that sold nothing, and requests without an answer. */
  long others() {
    return others;
  }

  /** Holds of each second, in the order of time. */
  String bySecond() {
    return seconds.stream()
        .map(holds -> String.format(Locale.ROOT, "%d", holds))
        .collect(Collectors.joining(" "));
  }

  BuyerScript watching(BuyerScript script) {
    return new Watched(script);
  }

  private void answered(int status, long askedNanos) {
    if (status != CREATED) {
      others++;
      return;
    }
    long now = System.nanoTime();
    long at = now - startNanos;
    int second = (int) Duration.ofNanos(at).toSeconds();
    while (seconds.size() <= second) {
      seconds.add(0);
    }
    seconds.set(second, seconds.get(second) + 1);
    for (Seen seen : List.of(first, last)) {
      if (seen.window.has(at)) {
        seen.nanos.add(now - askedNanos);
      }
    }
  }

  private final class Watched implements BuyerScript {
    private final BuyerScript script;
    private long askedNanos;

    private Watched(BuyerScript script) {
      this.script = script;
    }

    @Override
    public @Nullable RenderedRequest next() {
      askedNanos = System.nanoTime();
      if (!begun) {
        begun = true;
        startNanos = askedNanos;
      }
      return script.next();
    }

    @Override
    public void answered(Response response) {
      AnswersBySecond.this.answered(response.status(), askedNanos);
    }

    @Override
    public void failed(Failure failure) {
      if (failure != Failure.UNFINISHED) {
        others++;
      }
    }
  }
}
