package dev.stampede.server.jobs;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.stampede.jobs.JobAdmin;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The state of the queue, and a page of its dead letters, newest first. */
record JobsReply(
    FiguresReply figures,
    List<DeadLetterReply> items,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String nextCursor) {

  JobsReply {
    items = List.copyOf(items);
  }

  /** Counts end at {@link JobAdmin#COUNTED_UP_TO}. */
  record FiguresReply(
      int due, int scheduled, int claimed, int dead, int workers, double lagSeconds) {

    static FiguresReply of(JobAdmin.Figures figures) {
      return new FiguresReply(
          figures.due(),
          figures.scheduled(),
          figures.claimed(),
          figures.dead(),
          figures.workers(),
          figures.lag().toMillis() / 1e3);
    }
  }

  /** A job that was tried often enough, and why it failed the last time. */
  record DeadLetterReply(
      String id,
      String kind,
      String payload,
      String failure,
      int attempt,
      int failures,
      int losses,
      Instant enqueuedAt,
      Instant diedAt) {

    static DeadLetterReply of(JobAdmin.DeadLetter letter) {
      return new DeadLetterReply(
          letter.id().toString(),
          letter.kind(),
          letter.payload(),
          letter.failure(),
          letter.tries().attempt(),
          letter.tries().failures(),
          letter.tries().losses(),
          letter.enqueuedAt(),
          letter.diedAt());
    }
  }
}
