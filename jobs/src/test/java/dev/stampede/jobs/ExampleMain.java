package dev.stampede.jobs;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * The example of the README, whole: {@code ExampleMain jdbc:postgresql://…} in an empty database.
 */
final class ExampleMain {

  final Queue<String> sent = new ConcurrentLinkedQueue<>();
  private final CountDownLatch done = new CountDownLatch(2);

  public static void main(String[] arguments) throws Exception {
    try (var pool = JobsFixture.pool(arguments[0])) {
      new ExampleMain().run(pool);
    }
  }

  void run(DataSource pool) throws Exception {
    try (Connection connection = pool.getConnection()) {
      connection.createStatement().execute("CREATE TABLE booked (seat integer)");
    }
    // [example]
    try (Connection connection = pool.getConnection()) {
      JobSchema.create(connection); // or put JobSchema.script() among your migrations
    }
    JobKind welcome = JobKind.named("welcome");
    JobKind book = JobKind.named("book").within(Duration.ofSeconds(10));
    JobHandlers duties =
        JobHandlers.none()
            // Once: what it writes commits with the job's completion, or not at all.
            .and(book, JobHandler.inTransaction((run, transaction) -> book(run, transaction)))
            // At least once: give id and attempt to whoever can tell a repeat by them.
            .and(welcome, JobHandler.atLeastOnce(run -> send(run.payload(), run.id())));
    try (JobQueue queue = new JobQueue(pool);
        JobWorker _ =
            JobWorker.start(queue, "example", duties, WorkerSettings.DEFAULT, JobListener.NONE)) {
      try (Connection connection = pool.getConnection()) {
        connection.setAutoCommit(false);
        queue.enqueue(connection, NewJob.of("book", "42").unique("book-42"));
        queue.enqueue(connection, NewJob.of("welcome", "ann").dueIn(Duration.ofMillis(50)));
        connection.commit(); // now they are there, and not before
      }
      queue.wake(); // start at once, instead of at the next slow poll
      awaitEmpty(queue);
    }
    // [end]
  }

  private void book(JobRun run, Connection transaction) throws SQLException {
    try (PreparedStatement statement =
        transaction.prepareStatement("INSERT INTO booked VALUES (?)")) {
      statement.setInt(1, Integer.parseInt(run.payload()));
      statement.executeUpdate();
    }
    done.countDown();
  }

  private void send(String whom, JobId key) {
    sent.add("welcome %s (%s)".formatted(whom, key));
    done.countDown();
  }

  private void awaitEmpty(JobQueue queue) throws InterruptedException {
    if (!done.await(30, TimeUnit.SECONDS)) {
      throw new IllegalStateException("not done within 30 s: " + queue.admin().figures());
    }
  }
}
