package dev.stampede.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.jobs.ClaimStatements.Look;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** One look claims what is due and says when the next job is, with nothing in between. */
final class ClaimStatementsTest {

  private static final Duration POLL = Duration.ofMinutes(1);

  /**
   * By this clock a second goes by whenever somebody asks for the time: the job becomes due when
   * the claim has looked, before the next one is asked for. Seen red while each of the two asked
   * for a time of its own: the job had to wait for the next poll.
   */
  @Test
  void aJobThatBecomesDueDuringALookIsNotMissed() {
    try (JobsFixture jobs = new JobsFixture()) {
      jobs.run("INSERT INTO job_worker (name, lease_until) VALUES ('looking', 'infinity')");
      jobs.run(
          """
          INSERT INTO job (due_at, enqueued_at, kind, payload)
          VALUES ('2030-01-01 00:00:01.5Z', '2030-01-01 00:00:00Z', 'tick', '')""");
      jobs.run("CREATE SEQUENCE second");
      jobs.run(
          """
          CREATE OR REPLACE FUNCTION job_now() RETURNS timestamptz LANGUAGE sql VOLATILE
          AS $$ SELECT '2030-01-01 00:00:00Z'::timestamptz + nextval('second') * interval '1 s' $$""");
      ClaimStatements claims = new ClaimStatements(new Store(jobs.pool), Set.of("tick"));

      Look first = claims.look(1, ClaimMark.Place.BEGINNING, 10, POLL);
      assertThat(first.claimed()).isEmpty();
      assertThat(first.untilNext())
          .as("it is time to look again")
          .isLessThanOrEqualTo(Duration.ZERO);

      Look second = claims.look(1, ClaimMark.Place.BEGINNING, 10, POLL);
      assertThat(second.claimed()).hasSize(1);
      assertThat(second.untilNext()).as("there is no other").isEqualTo(POLL);
    }
  }
}
