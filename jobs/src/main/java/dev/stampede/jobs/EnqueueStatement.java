package dev.stampede.jobs;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The statement that enqueues, in the caller's transaction. */
final class EnqueueStatement {

  /** Sorted by key, so that two who enqueue the same keys wait for each other in one order. */
  private static final String ENQUEUE =
      """
      INSERT INTO job (due_at, enqueued_at, kind, payload, unique_key)
      SELECT t.now + n.delay * interval '1 millisecond', t.now, n.kind, n.payload, n.unique_key
      FROM (SELECT job_now() AS now) AS t,
        unnest(?::text[], ?::text[], ?::bigint[], ?::text[]) WITH ORDINALITY
          AS n (kind, payload, delay, unique_key, place)
      ORDER BY n.unique_key, n.place
      ON CONFLICT (unique_key) WHERE unique_key IS NOT NULL DO NOTHING
      RETURNING id, unique_key""";

  private EnqueueStatement() {}

  /** The ids that were given: by key, and of those without a key in their order. */
  private record Given(List<JobId> plain, Map<String, JobId> keyed) {}

  static List<Enqueued> run(Connection transaction, List<NewJob> jobs) throws SQLException {
    List<NewJob> first = firstOfEachKey(jobs);
    int size = first.size();
    String[] kinds = new String[size];
    String[] payloads = new String[size];
    Long[] delays = new Long[size];
    @Nullable String[] keys = new @Nullable String[size];
    for (int i = 0; i < size; i++) {
      NewJob job = first.get(i);
      kinds[i] = job.kind();
      payloads[i] = job.payload();
      delays[i] = job.delay().toMillis();
      keys[i] = job.uniqueKey();
    }
    try (PreparedStatement statement = transaction.prepareStatement(ENQUEUE)) {
      statement.setArray(1, transaction.createArrayOf("text", kinds));
      statement.setArray(2, transaction.createArrayOf("text", payloads));
      statement.setArray(3, transaction.createArrayOf("int8", delays));
      statement.setArray(4, transaction.createArrayOf("text", keys));
      return answers(jobs, given(statement));
    }
  }

  /** Keeps the first of the jobs in one call that share a key. */
  private static List<NewJob> firstOfEachKey(List<NewJob> jobs) {
    Set<String> seen = new HashSet<>();
    List<NewJob> first = new ArrayList<>(jobs.size());
    for (NewJob job : jobs) {
      if (job.uniqueKey() == null || seen.add(job.uniqueKey())) {
        first.add(job);
      }
    }
    return first;
  }

  private static Given given(PreparedStatement statement) throws SQLException {
    Given given = new Given(new ArrayList<>(), new HashMap<>());
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        JobId id = new JobId(rows.getLong(1));
        String key = rows.getString(2);
        if (key == null) {
          given.plain.add(id);
        } else {
          given.keyed.put(key, id);
        }
      }
    }
    return given;
  }

  private static List<Enqueued> answers(List<NewJob> jobs, Given given) {
    List<Enqueued> answers = new ArrayList<>(jobs.size());
    int next = 0;
    for (NewJob job : jobs) {
      String key = job.uniqueKey();
      if (key == null) {
        answers.add(new Enqueued.Accepted(given.plain.get(next++)));
      } else {
        JobId id = given.keyed.remove(key);
        answers.add(id == null ? new Enqueued.AlreadyThere(key) : new Enqueued.Accepted(id));
      }
    }
    return answers;
  }
}
