package dev.stampede.workers;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The pool's example of the README, whole. */
final class PoolExampleMain {

  final Queue<String> sent = new ConcurrentLinkedQueue<>();

  public static void main(String[] arguments) throws InterruptedException {
    System.out.println(new PoolExampleMain().run(List.of("ann", "ben")));
  }

  String run(List<String> readers) throws InterruptedException {
    // [example]
    try (WorkerPool pool = new WorkerPool("mail", PoolSettings.DEFAULT); // 20 at once
        TaskGroup group = pool.group("newsletter", Deadline.in(Duration.ofSeconds(30)))) {
      for (String reader : readers) {
        group.fork("send", () -> send(reader));
      }
      return switch (group.join()) {
        case GroupOutcome.AllDone _ -> "all sent";
        case GroupOutcome.OneFailed(Throwable failure) -> "the others were stopped: " + failure;
        case GroupOutcome.OutOfTime _ -> "not all were sent in time";
        case GroupOutcome.Stopped _, GroupOutcome.NoRoom _ -> "not all were sent";
      };
    }
    // [end]
  }

  private boolean send(String reader) {
    return sent.add(reader);
  }
}
