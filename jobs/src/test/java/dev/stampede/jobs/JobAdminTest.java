package dev.stampede.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class JobAdminTest {

  private static JobsFixture jobs;
  private static JobAdmin admin;

  @BeforeAll
  static void open() {
    jobs = new JobsFixture();
    admin = jobs.queue.admin();
  }

  @AfterAll
  static void close() {
    jobs.close();
  }

  @BeforeEach
  void empty() {
    jobs.empty();
  }

  private void bury(int id, String key) {
    jobs.run(
        """
        INSERT INTO job_dead VALUES (%d, job_now(), job_now(), 7, 3, 1, 'note', %s, 'p%d', 'oh')"""
            .formatted(id, key, id));
  }

  @Test
  void figuresSayWhatWaitsWhatRunsAndForHowLongTheOldestHasWaited() {
    assertThat(admin.figures()).isEqualTo(new JobAdmin.Figures(0, 0, 0, 0, 0, Duration.ZERO));
    jobs.enqueue(List.of(NewJob.of("note", ""), NewJob.of("note", ""), NewJob.of("note", "")));
    jobs.enqueue(NewJob.of("note", "").dueIn(Duration.ofHours(2)));
    jobs.run("UPDATE job SET worker = 1 WHERE id = 1");
    jobs.run("INSERT INTO job_worker (name, lease_until) VALUES ('a', 'infinity')");
    bury(50, "NULL");
    jobs.clockAhead(Duration.ofHours(1));

    JobAdmin.Figures figures = admin.figures();

    assertThat(figures.due()).isEqualTo(2);
    assertThat(figures.claimed()).isEqualTo(1);
    assertThat(figures.scheduled()).isEqualTo(1);
    assertThat(figures.dead()).isEqualTo(1);
    assertThat(figures.workers()).isEqualTo(1);
    assertThat(figures.lag()).isBetween(Duration.ofMinutes(60), Duration.ofMinutes(61));
  }

  @Test
  void deadLettersAreListedPageByPageNewestFirst() {
    for (int id = 1; id <= 5; id++) {
      bury(id, "NULL");
    }

    List<JobAdmin.DeadLetter> page = admin.deadLetters(Long.MAX_VALUE, 2);

    assertThat(page).extracting(letter -> letter.id().value()).containsExactly(5L, 4L);
    assertThat(admin.deadLetters(4, 10))
        .extracting(letter -> letter.id().value())
        .containsExactly(3L, 2L, 1L);
    assertThat(page.getFirst().tries()).isEqualTo(new JobAdmin.Tries(7, 3, 1));
  }

  @Test
  void aDeadJobIsTriedAgainFromItsOldAttemptOrDropped() {
    bury(41, "'k'");
    bury(42, "NULL");

    assertThat(admin.retry(new JobId(42))).isEqualTo(new JobAdmin.Retried.Requeued());
    assertThat(admin.retry(new JobId(42))).isEqualTo(new JobAdmin.Retried.NotDead());
    assertThat(jobs.count("SELECT attempt FROM job WHERE id = 42 AND failures = 0")).isEqualTo(7);

    jobs.enqueue(NewJob.of("note", "").unique("k"));
    assertThat(admin.retry(new JobId(41))).isEqualTo(new JobAdmin.Retried.KeyTaken());
    assertThat(admin.drop(new JobId(41))).isTrue();
    assertThat(admin.drop(new JobId(41))).isFalse();
  }

  @Test
  void finishedJobsAreForgottenInBatchesWhenTheirTimeHasCome() {
    jobs.run(
        """
        INSERT INTO job_done
        SELECT n, job_now() - interval '2 hours' + n * interval '1 millisecond', job_now(), 1, 'note'
        FROM generate_series(1, 12000) AS n""");
    jobs.run("INSERT INTO job_done VALUES (1, job_now(), job_now(), 1, 'note')");

    Pruner pruner = new Pruner(jobs.queue.store(), Duration.ofHours(1), JobListener.NONE);

    assertThat(pruner.tick()).isEqualTo(12_000);
    assertThat(pruner.tick()).isZero();
    assertThat(jobs.count("SELECT count(*) FROM job_done")).isEqualTo(1);
  }
}
