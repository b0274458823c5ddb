package dev.stampede.lab.services;

import dev.stampede.harness.StatementCounter;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.concurrent.atomic.LongAdder;
import javax.net.SocketFactory;

/**
 * Sockets to PostgreSQL that count the statements sent through them. The driver makes this factory
 * by its name, once for each connection, so that the count has to stand where both find it.
 */
public final class CountedSockets extends SocketFactory {

  private static final LongAdder STATEMENTS = new LongAdder();

  /** All statements that this process has ever sent through these sockets. */
  public static long statements() {
    return STATEMENTS.sum();
  }

  /** An address with these sockets. */
  static String counted(String databaseUrl) {
    return databaseUrl
        + (databaseUrl.indexOf('?') < 0 ? "?" : "&")
        + "socketFactory="
        + CountedSockets.class.getName();
  }

  @Override
  public Socket createSocket() {
    return new CountedSocket();
  }

  @Override
  public Socket createSocket(String host, int port) {
    throw connectsLater();
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress local, int localPort) {
    throw connectsLater();
  }

  @Override
  public Socket createSocket(InetAddress host, int port) {
    throw connectsLater();
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
    throw connectsLater();
  }

  private static UnsupportedOperationException connectsLater() {
    return new UnsupportedOperationException(
        "the driver makes a socket first and connects it then");
  }

  private static final class CountedSocket extends Socket {
    private final StatementCounter messages = new StatementCounter(STATEMENTS);

    @Override
    public OutputStream getOutputStream() throws IOException {
      return new CountedStream(super.getOutputStream(), messages);
    }
  }

  private static final class CountedStream extends OutputStream {
    private final OutputStream out;
    private final StatementCounter messages;

    CountedStream(OutputStream out, StatementCounter messages) {
      this.out = out;
      this.messages = messages;
    }

    @Override
    public void write(int single) throws IOException {
      byte[] one = {(byte) single};
      write(one, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      messages.sent(bytes, from, length);
      out.write(bytes, from, length);
    }

    @Override
    public void flush() throws IOException {
      out.flush();
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }
}
