package dev.stampede.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.testkit.ChildJvm;
import dev.stampede.testkit.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Workers killed with -9 again and again while they work: nothing is lost, what is written in a
 * job's transaction is there once, and no two runs have the same key.
 *
 * <p>The normal run is a fifth of the full size, which {@code ./stampede test --long} runs.
 *
 * <p>Planted: the completion of transactional jobs left to the batch, in a transaction of its own.
 * Effects were there twice.
 */
final class KilledWorkersTest {

  private static final boolean LONG = Boolean.getBoolean("stampede.long");
  private static final int JOBS = LONG ? 10_000 : 2_000;
  private static final int KILLS = LONG ? 19 : 3;
  private static final int WORKERS = 2;
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  @Test
  void nothingIsLostAndWhatIsTransactionalHappensOnce() throws Exception {
    Random random = new Random(11);
    try (JobsFixture jobs = new JobsFixture()) {
      jobs.run(WorkerProcess.TABLES);
      String url = JobsFixture.jdbcUrl(jobs.data.url());
      List<NewJob> all = new ArrayList<>();
      for (int number = 0; number < JOBS; number++) {
        all.add(NewJob.of(number % 2 == 0 ? WorkerProcess.ONCE : WorkerProcess.AGAIN, ""));
      }
      // One does not end by itself, so that its worker certainly has a job when it is killed.
      all.set(JOBS / 10, NewJob.of(WorkerProcess.ONCE, WorkerProcess.WAIT));
      jobs.enqueue(all);
      List<ChildJvm> workers = new ArrayList<>();
      try {
        for (int number = 0; number < WORKERS; number++) {
          workers.add(WorkerProcess.start(url, FIRST + number));
        }
        await("one is running", () -> jobs.count("SELECT count(*) FROM begun") > 0);
        int holder = jobs.count(HELD_BY_THE_FIRST) > 0 ? 0 : 1;
        replace(workers, holder, url, "after-0");
        for (int kill = 1; kill <= KILLS; kill++) {
          // In the middle of things: when so many of all effects have been seen.
          long seen = (long) JOBS * kill / (KILLS + 2) + random.nextInt(JOBS / (KILLS + 2));
          await("so much is done", () -> jobs.count(EFFECTS) >= seen);
          replace(workers, random.nextInt(WORKERS), url, "after-" + kill);
        }
        await("all is done", () -> jobs.count("SELECT count(*) FROM job") == 0);
      } finally {
        workers.forEach(ChildJvm::close);
      }

      assertThat(jobs.count("SELECT count(*) FROM job_dead")).isZero();
      assertThat(jobs.count("SELECT count(*) FROM effect_once")).isEqualTo(JOBS / 2);
      assertThat(jobs.count("SELECT count(DISTINCT job) FROM effect_once")).isEqualTo(JOBS / 2);
      assertThat(jobs.count("SELECT count(DISTINCT job) FROM effect_again")).isEqualTo(JOBS / 2);
      assertThat(jobs.count("SELECT count(*) FROM effect_again"))
          .as("runs with a key of their own")
          .isEqualTo(jobs.count("SELECT count(DISTINCT (job, attempt)) FROM effect_again"));
      assertThat(jobs.count("SELECT count(*) FROM job_done WHERE attempt > 1"))
          .as("jobs that a killed worker had")
          .isPositive();
    }
  }

  private static void replace(List<ChildJvm> workers, int victim, String url, String by)
      throws Exception {
    workers.get(victim).kill();
    workers.set(victim, WorkerProcess.start(url, by));
  }

  private static final String FIRST = "first-";

  private static final String HELD_BY_THE_FIRST =
      "SELECT count(*) FROM begun WHERE worker = '" + FIRST + "0'";

  private static final String EFFECTS =
      "SELECT (SELECT count(*) FROM effect_once) + (SELECT count(*) FROM effect_again)";

  private static void await(String what, java.util.concurrent.Callable<Boolean> condition) {
    Eventually.within(PATIENCE).until(what, condition);
  }
}
