package dev.stampede.postgres;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Stands between the driver and PostgreSQL as a connection pooler does: it gives each client a
 * session, or all of them, by turns, the same one, a transaction at a time. The PostgreSQL behind
 * it must ask for no password.
 */
final class PoolingProxy implements AutoCloseable {

  enum Pooling {
    BY_SESSION,
    BY_TRANSACTION
  }

  private static final int SYNC = 'S';
  private static final int SIMPLE_QUERY = 'Q';
  private static final int TERMINATE = 'X';
  private static final int READY = 'Z';
  private static final int IDLE = 'I';

  private final URI server;
  private final Pooling pooling;
  private final ServerSocket listener;
  private @Nullable Backend shared;

  PoolingProxy(String databaseUrl, Pooling pooling) throws IOException {
    this.server = URI.create(databaseUrl);
    this.pooling = pooling;
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  /** The database as seen through here. */
  String url() {
    return "postgresql://%s@127.0.0.1:%d%s?sslmode=disable&gssEncMode=disable"
        .formatted(server.getUserInfo(), listener.getLocalPort(), server.getPath());
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listener.accept();
        Thread.ofVirtual().start(() -> serve(client));
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  private void serve(Socket client) {
    try (client) {
      DataInputStream in = new DataInputStream(client.getInputStream());
      DataOutputStream out = buffered(client);
      int length = in.readInt();
      Backend backend = backend(in.readNBytes(length - 4));
      out.write(backend.greeting);
      out.flush();
      while (backend.answer(in, out)) {
        out.flush();
      }
    } catch (IOException gone) {
      // The client has closed its connection.
    }
  }

  private static DataOutputStream buffered(Socket socket) throws IOException {
    socket.setTcpNoDelay(true);
    return new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
  }

  private synchronized Backend backend(byte[] startUp) throws IOException {
    if (pooling == Pooling.BY_SESSION) {
      return new Backend(startUp);
    }
    Backend known = shared;
    if (known == null) {
      known = new Backend(startUp);
      shared = known;
    }
    return known;
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }

  /** One session of PostgreSQL; a transaction has it to itself. */
  private final class Backend {
    final byte[] greeting;
    private final ReentrantLock turn = new ReentrantLock();
    private final DataInputStream in;
    private final DataOutputStream out;

    Backend(byte[] startUp) throws IOException {
      Socket socket = new Socket(server.getHost(), server.getPort());
      in = new DataInputStream(socket.getInputStream());
      out = buffered(socket);
      out.writeInt(startUp.length + 4);
      out.write(startUp);
      out.flush();
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      copyAnswer(new DataOutputStream(bytes));
      greeting = bytes.toByteArray();
    }

    /** Passes one request on and its answer back; false when the client says goodbye. */
    boolean answer(DataInputStream from, DataOutputStream to) throws IOException {
      ByteArrayOutputStream request = new ByteArrayOutputStream();
      DataOutputStream copy = new DataOutputStream(request);
      int type;
      do {
        type = from.readUnsignedByte();
        if (type == TERMINATE) {
          return false;
        }
        int length = from.readInt();
        copy.writeByte(type);
        copy.writeInt(length);
        copy.write(from.readNBytes(length - 4));
      } while (type != SYNC && type != SIMPLE_QUERY);
      if (!turn.isHeldByCurrentThread()) {
        turn.lock();
      }
      request.writeTo(out);
      out.flush();
      if (copyAnswer(to) == IDLE) {
        turn.unlock();
      }
      return true;
    }

    /** Up to ReadyForQuery, whose state it gives. */
    private int copyAnswer(DataOutputStream to) throws IOException {
      while (true) {
        int type = in.readUnsignedByte();
        int length = in.readInt();
        byte[] body = in.readNBytes(length - 4);
        to.writeByte(type);
        to.writeInt(length);
        to.write(body);
        if (type == READY) {
          return body[0];
        }
      }
    }
  }
}
