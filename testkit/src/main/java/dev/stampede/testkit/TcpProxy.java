package dev.stampede.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * A wire that can be cut: forwards connections to an address on this machine, byte for byte, until
 * a test cuts them.
 */
public final class TcpProxy implements AutoCloseable {

  private static final int BUFFER_BYTES = 64 * 1024;

  private final ServerSocket listener;
  private final int targetPort;
  private final Set<Wire> wires = ConcurrentHashMap.newKeySet();
  private final AtomicInteger cuts = new AtomicInteger();
  private volatile BooleanSupplier cutAfterSending = () -> false;
  private volatile boolean cutOff;

  private TcpProxy(ServerSocket listener, int targetPort) {
    this.listener = listener;
    this.targetPort = targetPort;
  }

  public static TcpProxy to(int targetPort) {
    try {
      TcpProxy proxy =
          new TcpProxy(new ServerSocket(0, 128, InetAddress.getLoopbackAddress()), targetPort);
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

  /** How many connections were cut like that. */
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

  /** New connections go through again. */
  public void mend() {
    cutOff = false;
  }

  @Override
  public void close() throws IOException {
    listener.close();
    cutAll();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Wire wire =
            new Wire(listener.accept(), new Socket(InetAddress.getLoopbackAddress(), targetPort));
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

  private final class Wire {

    private final Socket caller;
    private final Socket target;
    private volatile boolean mute;

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
          if (!mute) {
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
