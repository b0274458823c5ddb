package dev.stampede.prove.load;

import dev.stampede.prove.history.CallRecorder;
import dev.stampede.prove.load.ServerChoice.SilentServers;
import dev.stampede.prove.load.library.LibraryProcess;
import dev.stampede.prove.load.library.LibraryProcesses;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * Clients of all kinds of operations on one site, at a steady rate, and the processes of the
 * libraries. Every call that any of them makes is in the record once the load has stopped.
 */
public final class SaleLoad implements AutoCloseable {

  private static final long FIRST_POINTS = 250;

  /** Clients repeat for a minute and ask for outcomes for a minute; then come the last answers. */
  private static final Duration CLIENTS_END_WITHIN = CallMaker.REPEATS_FOR.multipliedBy(3);

  private final CallRecorder recorder;
  private final LibraryProcesses libraries;
  private final CallSender sender;
  private final PlayerCalls tickets;
  private final List<Thread> clients = new ArrayList<>();
  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private volatile boolean over;
  private long countedCalls;
  private long countedNanos = System.nanoTime();

  private SaleLoad(
      CallRecorder recorder, LibraryProcesses libraries, CallSender sender, PlayerCalls tickets) {
    this.recorder = recorder;
    this.libraries = libraries;
    this.sender = sender;
    this.tickets = tickets;
  }

  /** Puts shows on sale, fills wallets, starts the library processes, and lets the clients go. */
  public static SaleLoad start(SaleSite site, CallRecorder recorder, SaleLoadPlan plan)
      throws InterruptedException {
    ShowsOnSale shows = ShowsOnSale.create(site);
    LibraryProcesses libraries =
        LibraryProcesses.start(
            recorder, plan.seed(), site.databaseUrl(), site.locksRedisUrl(), plan.libraries());
    CallSender sender = new CallSender(site, recorder, shows, plan.clients());
    SaleLoad load = new SaleLoad(recorder, libraries, sender, new PlayerCalls(site, recorder));
    LoadParts parts =
        new LoadParts(
            plan,
            shows,
            sender,
            new SilentServers(site.targets().size()),
            new LoadParts.Libraries(libraries.jobs(), load.tickets),
            Long.toString(recorder.nowMicros() + 1, Character.MAX_RADIX));
    load.begin(parts);
    return load;
  }

  private void begin(LoadParts parts) {
    int clients = parts.plan().clients();
    for (int number = 0; number < clients; number++) {
      int mine = number;
      this.clients.add(Thread.ofVirtual().name("client-" + number).start(() -> run(parts, mine)));
    }
  }

  private void run(LoadParts parts, int number) {
    try {
      LoadClient client = new LoadClient(parts, number);
      for (int buyer = number; buyer < parts.plan().buyers(); buyer += parts.plan().clients()) {
        client.topUp(parts.buyer(buyer), FIRST_POINTS);
      }
      client.run(() -> over);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      failures.add(e);
    }
  }

  /** The processes with lock writers and job workers, which faults may kill and freeze. */
  public List<LibraryProcess> libraryProcesses() {
    return libraries.processes();
  }

  /** Returns the calls per second since this was last asked for. */
  public synchronized double rate() {
    long calls = recorder.recorded();
    long now = System.nanoTime();
    double seconds = (now - countedNanos) / (double) TimeUnit.SECONDS.toNanos(1);
    double rate = (calls - countedCalls) / Math.max(seconds, 1e-3);
    countedCalls = calls;
    countedNanos = now;
    return rate;
  }

  /**
   * Ends the load; all faults are repaired by now. No client begins anything new. Returns when all
   * of them know the outcomes of their requests or have given up after a minute, no job is left,
   * and the calls of the library processes are in the record.
   */
  public void stop() throws InterruptedException {
    over = true;
    long until = System.nanoTime() + CLIENTS_END_WITHIN.toNanos();
    for (Thread client : clients) {
      long left = until - System.nanoTime();
      if (left <= 0 || !client.join(Duration.ofNanos(left))) {
        throw new IllegalStateException(
            "%s still waits %d s after the end"
                .formatted(client.getName(), CLIENTS_END_WITHIN.toSeconds()));
      }
    }
    libraries.stop(recorder);
    Throwable failure = failures.poll();
    if (failure != null) {
      throw new IllegalStateException(
          "%d clients broke; the first with %s".formatted(failures.size() + 1, failure), failure);
    }
  }

  /** Ends what still runs, at once. */
  @Override
  public void close() {
    over = true;
    clients.forEach(Thread::interrupt);
    libraries.close();
    tickets.close();
    sender.close();
  }
}
