package dev.stampede.engine.verify;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * The progress of a reconciliation, in words: the part that is being compared, how much of it is
 * done, and about how long the rest of it will take. The thread that compares writes it, any thread
 * reads it: a statement may take minutes, and an operator who waits has to hear something
 * meanwhile.
 */
public final class ReconciliationProgress implements Reconciliation.Listener {

  /** The time before the first line: nobody wonders yet, and a rate would be a guess. */
  private static final Duration QUIET = Duration.ofSeconds(1);

  private static final Duration IN_SECONDS = Duration.ofMinutes(2);
  private static final Duration IN_MINUTES = Duration.ofHours(2);

  private final List<Part> parts;
  private final PartSizes sizes;
  private final LongSupplier nanos;

  private volatile Optional<At> at = Optional.empty();

  /**
   * The position of the reconciliation.
   *
   * @param checks empty for a part that goes in slices
   */
  private record At(Part part, long began, long rows, Optional<Since> checks) {}

  /** The checks that have ended, and the moment when the last of them did. */
  private record Since(CheckProgress checks, long nanos) {}

  /**
   * Progress through these parts.
   *
   * @param nanos as {@link System#nanoTime} counts
   */
  public ReconciliationProgress(List<Part> parts, PartSizes sizes, LongSupplier nanos) {
    this.parts = List.copyOf(parts);
    this.sizes = sizes;
    this.nanos = nanos;
  }

  @Override
  public void begins(Part part) {
    at = Optional.of(new At(part, nanos.getAsLong(), 0, Optional.empty()));
  }

  @Override
  public void compared(Part part, long rows) {
    at = at.map(now -> new At(part, now.began(), rows, now.checks()));
  }

  @Override
  public void checked(Part part, CheckProgress checks) {
    Since since = new Since(checks, nanos.getAsLong());
    at = at.map(now -> new At(part, now.began(), now.rows(), Optional.of(since)));
  }

  @Override
  public void ended(Reconciliation.Result result) {
    at = Optional.empty();
  }

  /** Describes the current position; empty between parts, and when a part has only just begun. */
  public Optional<String> line() {
    return at.flatMap(
        now -> {
          Duration took = Duration.ofNanos(nanos.getAsLong() - now.began());
          return took.compareTo(QUIET) < 0 ? Optional.empty() : Optional.of(line(now, took));
        });
  }

  private String line(At now, Duration took) {
    return "part %d of %d, %s: %s"
        .formatted(
            parts.indexOf(now.part()) + 1,
            parts.size(),
            now.part().label(),
            now.checks().map(since -> inChecks(now, since, took)).orElse(inRows(now, took)));
  }

  /**
   * One check takes many times as long as another, so the rest is estimated from the share of the
   * work that the finished checks were. An estimate that has been passed is left out.
   */
  private String inChecks(At now, Since since, Duration took) {
    CheckProgress checks = since.checks();
    OptionalLong size = sizes.rows(now.part());
    Duration whole =
        checks.share() > 0
            ? Duration.ofNanos(Math.round((since.nanos() - now.began()) / checks.share()))
            : Duration.ZERO;
    return "%d of %d checks".formatted(checks.done(), checks.all())
        + (size.orElse(0) > 0
            ? String.format(Locale.ROOT, " of about %,d rows", size.getAsLong())
            : "")
        + ", "
        + words(took)
        + " so far"
        + (whole.compareTo(took) > 0 ? ", about " + words(whole.minus(took)) + " left for it" : "");
  }

  private String inRows(At now, Duration took) {
    long rows = now.rows();
    OptionalLong size = sizes.rows(now.part());
    StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%,d", rows));
    if (size.isPresent() && size.getAsLong() > 0) {
      long all = Math.max(size.getAsLong(), rows);
      line.append(String.format(Locale.ROOT, " of about %,d rows (%d %%)", all, rows * 100 / all));
    } else {
      line.append(" rows");
    }
    double perSecond = rows * 1000.0 / took.toMillis();
    if (rows > 0) {
      line.append(String.format(Locale.ROOT, ", %,.0f a second", perSecond));
    }
    line.append(", ").append(words(took)).append(" so far");
    if (rows > 0 && size.orElse(0) >= rows) {
      Duration left = Duration.ofSeconds(Math.round((size.getAsLong() - rows) / perSecond));
      line.append(", about ").append(words(left)).append(" left for it");
    }
    return line.toString();
  }

  private static String words(Duration time) {
    if (time.compareTo(IN_SECONDS) < 0) {
      return time.toSeconds() + " s";
    }
    return time.compareTo(IN_MINUTES) < 0
        ? time.toMinutes() + " min"
        : "%d h %d min".formatted(time.toHours(), time.toMinutesPart());
  }
}
