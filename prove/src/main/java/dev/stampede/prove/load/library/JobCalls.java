package dev.stampede.prove.load.library;

import dev.stampede.jobs.Enqueued;
import dev.stampede.jobs.JobQueue;
import dev.stampede.jobs.NewJob;
import dev.stampede.prove.history.Answered;
import dev.stampede.prove.history.Asked;
import dev.stampede.prove.history.CallKind;
import dev.stampede.prove.history.CallRecorder;
import dev.stampede.prove.history.RecordedCall;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/** Enqueues jobs, each in one transaction with the row that says that it was asked for. */
public final class JobCalls implements AutoCloseable {

  /** A repeat of a job that was committed finds its row and enqueues nothing. */
  private static final String ASK =
      "INSERT INTO prove.job_asked (job_key, call_id) VALUES (?, ?) ON CONFLICT DO NOTHING";

  private final DataSource pool;
  private final CallRecorder recorder;
  private final JobQueue queue;

  JobCalls(DataSource pool, CallRecorder recorder) {
    this.pool = pool;
    this.recorder = recorder;
    this.queue = new JobQueue(pool);
  }

  /** Enqueues one job, and records the call. */
  public RecordedCall enqueue(int client, String buyer, String key) {
    long id = recorder.nextId();
    long invoked = recorder.nowMicros();
    Answered answered = enqueue(key, id);
    RecordedCall call =
        new RecordedCall(
            id,
            CallKind.JOB,
            client,
            buyer,
            -1,
            invoked,
            recorder.nowMicros(),
            Asked.NOTHING.about(key).key(key),
            answered);
    recorder.record(call);
    return call;
  }

  private Answered enqueue(String key, long call) {
    boolean committing = false;
    try (Connection connection = pool.getConnection()) {
      connection.setAutoCommit(false);
      try (PreparedStatement statement = connection.prepareStatement(ASK)) {
        statement.setString(1, key);
        statement.setLong(2, call);
        if (statement.executeUpdate() == 0) {
          connection.rollback();
          return accepted(200, "");
        }
      }
      Enqueued enqueued = queue.enqueue(connection, NewJob.of(JobEffects.KIND, key).unique(key));
      if (!(enqueued instanceof Enqueued.Accepted(var job))) {
        connection.rollback();
        return Answered.problem(409, "already-there");
      }
      committing = true;
      connection.commit();
      queue.wake();
      return accepted(201, job.toString());
    } catch (SQLException e) {
      return committing
          ? Answered.nothing("commit-unknown")
          : Answered.problem(503, "not-committed");
    }
  }

  private static Answered accepted(int status, String job) {
    return new Answered(status, "", job, List.of(), 0, Answered.NO_BALANCE, "", "", status == 200);
  }

  @Override
  public void close() {
    queue.close();
  }
}
