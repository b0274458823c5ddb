package dev.stampede.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Arrays;

/** One connection through a {@link TcpProxy}: a thread for each direction. */
final class ProxiedWire {

  private static final int BUFFER_BYTES = 64 * 1024;

  private final TcpProxy proxy;
  private final Socket caller;
  private final Socket target;
  private final WireTap tap;
  private volatile boolean mute;
  private volatile boolean silent;
  private volatile boolean sentIsTorn;
  private volatile boolean answersAreTorn;
  private volatile boolean deserted;

  ProxiedWire(TcpProxy proxy, Socket caller, Socket target, WireTap tap) {
    this.proxy = proxy;
    this.caller = caller;
    this.target = target;
    this.tap = tap;
  }

  /** Nothing arrives any more, either way, and both sides stay connected. */
  void silence() {
    silent = true;
  }

  /** True if bytes of it were lost: what follows them would make no sense. */
  boolean isTorn() {
    return sentIsTorn || answersAreTorn;
  }

  void sending() {
    try {
      byte[] buffer = new byte[BUFFER_BYTES];
      InputStream in = caller.getInputStream();
      OutputStream out = target.getOutputStream();
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        proxy.holdBack();
        sentIsTorn |= proxy.losesSent();
        if (silent || sentIsTorn) {
          continue;
        }
        boolean last = proxy.cutsAfterSending();
        mute |= last;
        send(out, buffer, n);
        if (last) {
          proxy.countCut();
          caller.close();
          // The target has it all and may still act on it: its end is closed in order.
          target.shutdownOutput();
          return;
        }
      }
      target.shutdownOutput();
    } catch (IOException ended) {
      end();
    } finally {
      close(caller);
      proxy.forget(this);
      tap.ended();
    }
  }

  private void send(OutputStream out, byte[] buffer, int length) throws IOException {
    out.write(tap.sending(Arrays.copyOf(buffer, length)));
    out.flush();
  }

  void answering() {
    byte[] buffer = new byte[BUFFER_BYTES];
    try {
      InputStream in = target.getInputStream();
      OutputStream out = caller.getOutputStream();
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        proxy.holdBack();
        answersAreTorn |= proxy.losesAnswers();
        if (mute || silent || answersAreTorn) {
          continue;
        }
        answer(out, buffer, n);
      }
      end();
    } catch (IOException ended) {
      end();
    }
  }

  private void answer(OutputStream out, byte[] buffer, int length) throws IOException {
    out.write(tap.answering(Arrays.copyOf(buffer, length)));
    out.flush();
  }

  /** One side has ended it: the other is told, unless it is to believe in a peer that is gone. */
  private void end() {
    if (!deserted) {
      cut();
    }
  }

  void cut() {
    deserted = false;
    close(caller);
    close(target);
  }

  /** Both sides get a reset instead of an end. */
  void reset() {
    resetting(caller);
    resetting(target);
    cut();
  }

  /** The target's side ends; the caller keeps a connection to nobody. */
  void desert() {
    deserted = true;
    silent = true;
    close(target);
  }

  private static void resetting(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
    } catch (IOException alreadyClosed) {
      // There is nothing left to reset.
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException alreadyCut) {
      // Cut is cut.
    }
  }
}
