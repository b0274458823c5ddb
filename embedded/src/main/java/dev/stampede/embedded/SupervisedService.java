package dev.stampede.embedded;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A service over its whole life: started, restarted at its address when it dies, stopped. */
final class SupervisedService {

  private static final Duration READY_WITHIN = Duration.ofMinutes(2);
  private static final Duration POLL = Duration.ofMillis(20);
  private static final int PORTS_TRIED = 5;

  private final Recipe recipe;
  private final GuardScript guard;
  private final RunFile runFile;
  private final ServiceLog log;
  private final ServiceListener progress;

  private final CountDownLatch closing = new CountDownLatch(1);
  private final ReentrantLock launching = new ReentrantLock();
  private volatile @Nullable GuardedProcess process;
  private volatile int port;

  SupervisedService(Recipe recipe, DataDirectory data, ServiceListener progress) {
    String name = recipe.service().fileName();
    this.recipe = recipe;
    this.guard = GuardScript.in(data.directory("run"));
    this.runFile = new RunFile(data.directory("run").resolve(name + ".pid"));
    this.log =
        new ServiceLog(data.directory("logs").resolve(name + ".log"), ServiceLog.MAX_FILE_BYTES);
    this.progress = progress;
  }

  ServiceKind service() {
    return recipe.service();
  }

  /** The address with its password. */
  String url() {
    return recipe.url(port);
  }

  /** Returns once the service answers. */
  void start() {
    Instant begun = Instant.now();
    progress.starting(service());
    runFile.stopLeftover(service().stopSignal(), GuardedProcess.GRACE);
    recipe.prepare();
    GuardedProcess first = launchOnFreePort();
    progress.started(
        service(), recipe.version(), recipe.address(port), Duration.between(begun, Instant.now()));
    Thread.ofVirtual().name("supervisor of " + service().label()).start(() -> supervise(first));
  }

  /** Makes a start under way fail soon, and no other begin. */
  void beginClosing() {
    closing.countDown();
  }

  /** Stops the service, within a bound. */
  void close() {
    beginClosing();
    launching.lock();
    try {
      GuardedProcess running = process;
      if (running != null) {
        running.stop();
        runFile.delete();
        progress.stopped(service());
      }
    } finally {
      launching.unlock();
    }
  }

  /** Between choosing a free port and using it, another process can take it: then the next one. */
  private GuardedProcess launchOnFreePort() {
    for (int attempt = 1; ; attempt++) {
      port = FreePort.next();
      try {
        return launch();
      } catch (EmbeddedException e) {
        if (attempt == PORTS_TRIED || isClosing() || FreePort.isFree(port)) {
          throw e;
        }
      }
    }
  }

  private void supervise(GuardedProcess first) {
    RestartLimit limit = new RestartLimit();
    GuardedProcess running = first;
    while (true) {
      int code = running.exit().join();
      if (isClosing()) {
        return;
      }
      progress.died(service(), code, log.tail());
      Instant died = Instant.now();
      GuardedProcess next = relaunch(limit);
      if (next == null) {
        return;
      }
      running = next;
      progress.restarted(service(), Duration.between(died, Instant.now()));
    }
  }

  /** The running service, or nothing when it is being closed or dies too often. */
  private @Nullable GuardedProcess relaunch(RestartLimit limit) {
    String reason = "it ended by itself";
    while (limit.another(Instant.now())) {
      if (pause(limit.backOff())) {
        return null;
      }
      try {
        return launch();
      } catch (EmbeddedException e) {
        reason = String.valueOf(e.getMessage());
      }
    }
    if (!isClosing()) {
      progress.gaveUp(
          service(),
          "%s; the last time: %s; its log is %s; or set %s to one that runs elsewhere"
              .formatted(limit.reason(), reason, log.file(), service().setting()));
    }
    return null;
  }

  private GuardedProcess launch() {
    GuardedProcess launched = begin();
    long deadline = System.nanoTime() + READY_WITHIN.toNanos();
    while (!recipe.ready(launched.service().pid(), port)) {
      if (launched.exit().isDone()) {
        throw failed("ended with status %d while starting".formatted(launched.exit().join()));
      }
      if (System.nanoTime() - deadline > 0) {
        launched.stop();
        throw failed("was not ready within " + READY_WITHIN.toSeconds() + " s");
      }
      if (pause(POLL)) {
        throw failed("was stopped while starting");
      }
    }
    return launched;
  }

  private GuardedProcess begin() {
    launching.lock();
    try {
      if (isClosing()) {
        throw failed("is being stopped");
      }
      log.clearTail();
      GuardedProcess begun =
          GuardedProcess.start(guard, service().stopSignal(), recipe.command(port), log);
      process = begun;
      runFile.write(begun.service());
      return begun;
    } finally {
      launching.unlock();
    }
  }

  private EmbeddedException failed(String how) {
    return new EmbeddedException(
        "%s %s; its log is %s and ends with:%n%s"
            .formatted(service().label(), how, log.file(), log.tail()));
  }

  private boolean isClosing() {
    return closing.getCount() == 0;
  }

  /** Waits for the duration; true if closing began meanwhile. */
  private boolean pause(Duration duration) {
    try {
      return closing.await(duration.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }
}
