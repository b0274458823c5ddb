package dev.stampede.prove.load;

import dev.stampede.prove.history.Meaning;
import java.time.Duration;
import java.util.Random;

/** Makes the calls of one client: one at a time, at its pace, to the server that it prefers. */
final class CallMaker {

  /** The first pause before a repeat; each is twice the one before, up to the longest. */
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);

  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

  /** The time for which a client that does not know the outcome repeats its request. */
  static final Duration REPEATS_FOR = Duration.ofMinutes(1);

  private final LoadParts parts;
  private final int number;
  private final Random random;
  private final CallPacer pacer;
  private final ServerChoice servers;
  private final ZipfDraw buyers;
  private int keys;

  CallMaker(LoadParts parts, int number) {
    this.parts = parts;
    this.number = number;
    this.random = new Random(parts.plan().seed() * 31 + number);
    this.pacer =
        new CallPacer(random, (double) parts.plan().ratePerSecond() / parts.plan().clients());
    this.servers = new ServerChoice(parts.silent(), random);
    this.buyers = parts.buyers();
  }

  Random random() {
    return random;
  }

  int client() {
    return number;
  }

  LoadParts parts() {
    return parts;
  }

  boolean chance(double share) {
    return random.nextDouble() < share;
  }

  /** A new key, for a new intention. */
  String key() {
    keys++;
    return parts.tag() + "-" + number + "-" + keys;
  }

  /** Draws a buyer to act for; some are drawn by many clients at once. */
  String buyer() {
    return parts.buyer(buyers.draw(random));
  }

  /** The buyer whose place in line this client keeps. */
  String ownBuyer() {
    return parts.buyer(number % parts.plan().buyers());
  }

  /** Waits until the next call is due, and returns the number of the server for it. */
  int turn() throws InterruptedException {
    pacer.await();
    return servers.next();
  }

  /** Sends a call once. */
  CallReply once(ClientCall call) throws InterruptedException {
    int server = turn();
    CallReply reply = parts.sender().send(number, server, call);
    if (reply.status() == 0) {
      servers.leave(server, !reply.problem().equals("closed"));
    }
    return reply;
  }

  /**
   * Sends a call, and repeats it with the same key until its outcome is known. After an unknown
   * outcome a failure (5xx) settles nothing: it is the repeat that failed.
   */
  CallReply settled(ClientCall call) throws InterruptedException {
    CallReply reply = once(call);
    long until = System.nanoTime() + REPEATS_FOR.toNanos();
    Duration pause = FIRST_PAUSE;
    boolean open = reply.meaning() == Meaning.UNKNOWN;
    while (open && call.isRepeatable() && System.nanoTime() - until < 0) {
      CallPacer.pause(pause);
      pause = pause.multipliedBy(2);
      pause = pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
      reply = once(call);
      open = !settles(reply);
    }
    return reply;
  }

  private static boolean settles(CallReply reply) {
    return switch (reply.meaning()) {
      case DONE -> true;
      case NOT_DONE -> reply.status() / 100 == 4;
      case UNKNOWN -> false;
    };
  }
}
