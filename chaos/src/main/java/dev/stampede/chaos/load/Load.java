package dev.stampede.chaos.load;

import dev.stampede.chaos.deployment.ChaosDeployment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** So many people at two servers, steadily, and the journal of all that they were told. */
public final class Load implements AutoCloseable {

  /**
   * A client that does not know yet may ask for a minute; then come the answers that are under way.
   */
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(80);

  private final String name = "run-" + Long.toHexString(System.nanoTime());
  private final String show;
  private final RequestSender sender;
  private final HealthPoller health;
  private final List<Thread> clients = new ArrayList<>();
  private final Queue<RequestHistory> deeds = new ConcurrentLinkedQueue<>();
  private final Queue<Heard> heard = new ConcurrentLinkedQueue<>();
  private volatile boolean over;

  /** One attempt at an order of some kind. */
  public record Heard(ClientRequest.Kind kind, SendAttempt attempt) {}

  private Load(ChaosDeployment deployment, HealthPoller health, int clients) {
    this.show = deployment.show();
    this.health = health;
    this.sender = new RequestSender(deployment.targets(), deployment.tokens(), clients);
  }

  /** Begins at once. */
  public static Load start(ChaosDeployment deployment, HealthPoller health, int clients) {
    Load load = new Load(deployment, health, clients);
    for (int number = 0; number < clients; number++) {
      Client client = new Client(load, number);
      load.clients.add(Thread.ofVirtual().name("client-" + number).start(client::run));
    }
    return load;
  }

  RequestSender sender() {
    return sender;
  }

  /** Begins the names of all buyers of this run; nobody else is called so. */
  String name() {
    return name;
  }

  String show() {
    return show;
  }

  boolean isOver() {
    return over;
  }

  /** Home, unless a balancer would send nobody there and somewhere else it would. */
  int choose(int home) {
    return health.isUsable(home) || !health.isUsable(other(home)) ? home : other(home);
  }

  int other(int server) {
    return (server + 1) % sender.count();
  }

  void heard(ClientRequest order, SendAttempt attempt) {
    heard.add(new Heard(order.kind(), attempt));
  }

  void done(RequestHistory deed) {
    deeds.add(deed);
  }

  /** Everything that is over, in the order in which it was. */
  public Collection<RequestHistory> deeds() {
    return List.copyOf(deeds);
  }

  /** Every attempt so far. */
  public Collection<Heard> heard() {
    return List.copyOf(heard);
  }

  /** Nobody begins anything new; returns when all know what became of what they began. */
  public void stop() throws InterruptedException {
    over = true;
    long until = System.nanoTime() + ENDS_WITHIN.toNanos();
    for (Thread client : clients) {
      long left = until - System.nanoTime();
      if (left <= 0 || !client.join(Duration.ofNanos(left))) {
        throw new IllegalStateException(
            "%s still waits %d s after the end"
                .formatted(client.getName(), ENDS_WITHIN.toSeconds()));
      }
    }
  }

  /** Sends an order once more, after all is over. */
  public SendAttempt again(ClientRequest order, int server) throws InterruptedException {
    return sender.send(server % sender.count(), order);
  }

  @Override
  public void close() {
    over = true;
    clients.forEach(Thread::interrupt);
    sender.close();
  }
}
