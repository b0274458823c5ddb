package dev.stampede.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
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

  private static final int BUFFER_BYTES = 64 * 1024;
  private static final Duration DEAF_WITHIN = Duration.ofSeconds(30);

  private final ServerSocket listener;
  private volatile List<Integer> targets;
  private final AtomicInteger turn = new AtomicInteger();
  private final Set<Wire> wires = ConcurrentHashMap.newKeySet();
  private final AtomicInteger cuts = new AtomicInteger();
  private volatile BooleanSupplier cutAfterSending = () -> false;
  private volatile boolean cutOff;
  private volatile Duration delay = Duration.ZERO;
  private volatile CountDownLatch frozen = new CountDownLatch(0);
  private final CountDownLatch deaf = new CountDownLatch(1);

  private TcpProxy(ServerSocket listener, List<Integer> targets) {
    this.listener = listener;
    this.targets = targets;
  }

  public static TcpProxy to(int targetPort) {
    return to(List.of(targetPort));
  }

  /** One address for several servers. */
  public static TcpProxy to(List<Integer> targetPorts) {
    try {
      TcpProxy proxy =
          new TcpProxy(
              new ServerSocket(0, 128, InetAddress.getLoopbackAddress()), List.copyOf(targetPorts));
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
    wires.forEach(Wire::cut);
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
    delay = by;
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
    wires.forEach(wire -> wire.silent = true);
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
        Wire wire = wire(listener.accept());
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
  private Wire wire(Socket caller) throws IOException {
    IOException refused = new IOException("there is nobody to connect to");
    int first = turn.getAndIncrement();
    for (int i = 0; i < targets.size(); i++) {
      int port = targets.get(Math.floorMod(first + i, targets.size()));
      try {
        return new Wire(caller, new Socket(InetAddress.getLoopbackAddress(), port));
      } catch (IOException e) {
        refused = e;
      }
    }
    caller.close();
    throw refused;
  }

  /** Keeps what was read for as long as the wire is slow or frozen. */
  private void holdBack() throws IOException {
    long nanos = delay.toNanos();
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

  private final class Wire {

    private final Socket caller;
    private final Socket target;
    private volatile boolean mute;
    private volatile boolean silent;

    Wire(Socket caller, Socket target) {
      this.caller = caller;
      this.target = target;
    }

    void sending() {
      try (caller) {
        byte[] buffer = new byte[BUFFER_BYTES];
        InputStream in = caller.getInputStream();
        OutputStream out = target.getOutputStream();
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
          holdBack();
          if (silent) {
            continue;
          }
          boolean last = cutAfterSending.getAsBoolean();
          mute |= last;
          out.write(buffer, 0, n);
          out.flush();
          if (last) {
            cuts.incrementAndGet();
            caller.close();
            // The target has it all and may still act on it: its end is closed in order.
            target.shutdownOutput();
            return;
          }
        }
        target.shutdownOutput();
      } catch (IOException ended) {
        cut();
      } finally {
        wires.remove(this);
      }
    }

    void answering() {
      byte[] buffer = new byte[BUFFER_BYTES];
      try {
        InputStream in = target.getInputStream();
        OutputStream out = caller.getOutputStream();
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
          holdBack();
          if (!mute && !silent) {
            out.write(buffer, 0, n);
            out.flush();
          }
        }
        caller.close();
        target.close();
      } catch (IOException ended) {
        cut();
      }
    }

    void cut() {
      try {
        caller.close();
        target.close();
      } catch (IOException alreadyCut) {
        // Cut is cut.
      }
    }
  }
}
