package dev.stampede.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A wire that can be cut, slowed, frozen and silenced: forwards connections to a port on this
 * machine, byte for byte, until a test does something to them. With several ports it is one address
 * for several servers: connections go to them in turn, and past one that does not answer.
 */
public final class TcpProxy implements AutoCloseable {

  private static final Duration DEAF_WITHIN = Duration.ofSeconds(30);

  private final ServerSocket listener;
  private final WireTap.Maker taps;
  private volatile List<Integer> targets;
  private final AtomicInteger turn = new AtomicInteger();
  private final Set<ProxiedWire> wires = ConcurrentHashMap.newKeySet();
  private final AtomicInteger cuts = new AtomicInteger();
  private volatile BooleanSupplier cutAfterSending = () -> false;
  private volatile boolean cutOff;
  private volatile boolean losesSent;
  private volatile boolean losesAnswers;
  private volatile Duration delay = Duration.ZERO;
  private volatile Duration jitter = Duration.ZERO;
  private volatile CountDownLatch frozen = new CountDownLatch(0);
  private final CountDownLatch deaf = new CountDownLatch(1);

  private TcpProxy(ServerSocket listener, List<Integer> targets, WireTap.Maker taps) {
    this.listener = listener;
    this.targets = targets;
    this.taps = taps;
  }

  public static TcpProxy to(int targetPort) {
    return to(List.of(targetPort));
  }

  /** One address for several servers. */
  public static TcpProxy to(List<Integer> targetPorts) {
    return open(0, targetPorts, () -> WireTap.NONE);
  }

  /**
   * A proxy that opens a tap for each connection.
   *
   * @param port its own, as {@code LoneProcess.freePort()} gives it
   */
  public static TcpProxy tapped(int port, int targetPort, WireTap.Maker taps) {
    return open(port, List.of(targetPort), taps);
  }

  private static TcpProxy open(int port, List<Integer> targetPorts, WireTap.Maker taps) {
    try {
      TcpProxy proxy =
          new TcpProxy(
              new ServerSocket(port, 128, InetAddress.getLoopbackAddress()),
              List.copyOf(targetPorts),
              taps);
      Thread.startVirtualThread(proxy::accept);
      return proxy;
    } catch (IOException e) {
      throw new TestkitException("no proxy could be opened", e);
    }
  }

  public int port() {
    return listener.getLocalPort();
  }

  /**
   * From now on, whenever bytes have been passed on to the target and this says so, the connection
   * is cut before any answer comes: the target has heard, the caller will never know.
   */
  public void cutAfterSending(BooleanSupplier when) {
    cutAfterSending = when;
  }

  /** Returns the number of connections that were cut like that. */
  public int cuts() {
    return cuts.get();
  }

  /** Cuts everything that is open now; new connections go through. */
  public void cutAll() {
    wires.forEach(ProxiedWire::cut);
  }

  /** Cuts everything that is open now, and what is opened until {@link #mend()}. */
  public void cutOff() {
    cutOff = true;
    cutAll();
  }

  /** Cuts everything that is open now; new connections go to another port. */
  public void leadTo(int targetPort) {
    targets = List.of(targetPort);
    cutAll();
  }

  /** New connections go through again. */
  public void mend() {
    cutOff = false;
  }

  /** Delays all bytes sent from now on, either way, by so much. */
  public void delay(Duration by) {
    delay(by, Duration.ZERO);
  }

  /** The same, and by up to so much more, anew for all that is read at once. */
  public void delay(Duration by, Duration upToMore) {
    delay = by;
    jitter = upToMore;
  }

  /** Bytes from callers are lost from now on, and neither side is told. */
  public void loseSent() {
    losesSent = true;
  }

  /** Bytes from targets are lost from now on, and neither side is told. */
  public void loseAnswers() {
    losesAnswers = true;
  }

  /** Ends all that is open now with a reset; new connections go through. */
  public void reset() {
    wires.forEach(ProxiedWire::reset);
  }

  /**
   * The targets' sides of all that is open now end, and callers are not told: they keep connections
   * to nobody. New connections go through.
   */
  public void desert() {
    wires.forEach(ProxiedWire::desert);
  }

  /**
   * Everything goes through again. Connections that have lost bytes are reset, since what follows
   * would make no sense; those that were silenced or deserted stay as they are.
   */
  public void repair() {
    cutAfterSending = () -> false;
    delay(Duration.ZERO);
    losesSent = false;
    losesAnswers = false;
    wires.stream().filter(ProxiedWire::isTorn).forEach(ProxiedWire::reset);
    mend();
    thaw();
  }

  /** Returns the number of connections that are open now. */
  public int open() {
    return wires.size();
  }

  /** Connections stay and nothing passes, either way, until {@link #thaw()}. Nothing is lost. */
  public void freeze() {
    if (frozen.getCount() == 0) {
      frozen = new CountDownLatch(1);
    }
  }

  /** Lets the bytes that were held back go on. */
  public void thaw() {
    frozen.countDown();
  }

  /**
   * Nothing that is sent on the connections of now arrives any more, and neither side is told, as
   * when a link or the memory of a firewall is lost; new connections go through.
   */
  public void silence() {
    wires.forEach(ProxiedWire::silence);
  }

  @Override
  public void close() throws IOException {
    listener.close();
    // The port takes connections until the thread that accepts them has noticed.
    awaitDeaf();
    cutAll();
    thaw();
  }

  private void awaitDeaf() throws IOException {
    try {
      if (!deaf.await(DEAF_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IOException("the proxy still listens after " + DEAF_WITHIN);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the proxy was closed", e);
    }
  }

  private void accept() {
    try {
      acceptUntilClosed();
    } finally {
      deaf.countDown();
    }
  }

  private void acceptUntilClosed() {
    while (!listener.isClosed()) {
      try {
        ProxiedWire wire = wire(listener.accept());
        wires.add(wire);
        if (cutOff) {
          wire.cut();
        }
        Thread.startVirtualThread(wire::sending);
        Thread.startVirtualThread(wire::answering);
      } catch (IOException closedOrRefused) {
        // The caller sees its connection end; that is what a proxy can say.
      }
    }
  }

  /** The caller's connection ends where nobody answers. */
  private ProxiedWire wire(Socket caller) throws IOException {
    IOException refused = new IOException("there is nobody to connect to");
    int first = turn.getAndIncrement();
    for (int i = 0; i < targets.size(); i++) {
      int port = targets.get(Math.floorMod(first + i, targets.size()));
      try {
        Socket target = new Socket(InetAddress.getLoopbackAddress(), port);
        return new ProxiedWire(this, caller, target, taps.open());
      } catch (IOException e) {
        refused = e;
      }
    }
    caller.close();
    throw refused;
  }

  /** Keeps what was read for as long as the wire is slow or frozen. */
  void holdBack() throws IOException {
    long more = jitter.toNanos();
    long nanos = delay.toNanos() + (more > 0 ? ThreadLocalRandom.current().nextLong(more) : 0);
    if (nanos > 0) {
      LockSupport.parkNanos(nanos);
    }
    try {
      frozen.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the wire was frozen", e);
    }
  }

  boolean cutsAfterSending() {
    return cutAfterSending.getAsBoolean();
  }

  void countCut() {
    cuts.incrementAndGet();
  }

  boolean losesSent() {
    return losesSent;
  }

  boolean losesAnswers() {
    return losesAnswers;
  }

  void forget(ProxiedWire wire) {
    wires.remove(wire);
  }
}
