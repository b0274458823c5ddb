package dev.stampede.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands between the driver and PostgreSQL, counts round trips, and cuts a connection at a chosen
 * one. A request is kept back until it is complete, for the server would run a part of it.
 *
 * <p>It knows of the protocol where messages end, that a request ends with Sync or is a simple
 * query, and that an answer ends with ReadyForQuery. For the answer to BEGIN the driver does not
 * wait: it is part of the request that follows.
 */
public final class CuttingProxy implements AutoCloseable {

  /** The fate of the request that is cut. */
  public enum Cut {
    /** It never reaches the server, which sees its client go away. */
    REQUEST,
    /** The server does what was asked; its answer never arrives. */
    ANSWER,
    /** It never reaches the server, which goes on waiting for its client. */
    REQUEST_UNNOTICED
  }

  private static final int SYNC = 'S';
  private static final int SIMPLE_QUERY = 'Q';
  private static final int TERMINATE = 'X';

  /** Part of letting a client in; no request. */
  private static final int PASSWORD = 'p';

  private static final int READY = 'Z';

  private final URI server;
  private final ServerSocket listener;
  private final AtomicInteger roundTrips = new AtomicInteger();
  private final AtomicInteger untilCut = new AtomicInteger();
  private volatile Cut cut = Cut.REQUEST;
  private volatile boolean refusing;

  public CuttingProxy(String databaseUrl) throws IOException {
    this.server = URI.create(databaseUrl);
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  /** The database as seen through here. */
  public String url() {
    return "postgresql://%s@127.0.0.1:%d%s?sslmode=disable&gssEncMode=disable"
        .formatted(server.getUserInfo(), listener.getLocalPort(), server.getPath());
  }

  /** Requests passed on since it was last asked. */
  public int roundTrips() {
    return roundTrips.getAndSet(0);
  }

  /** Cuts the n-th request from now. */
  public void cut(Cut what, int request) {
    cut = what;
    untilCut.set(request);
  }

  public void refuse(boolean all) {
    refusing = all;
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listener.accept();
        if (refusing) {
          client.close();
        } else {
          Socket upstream = new Socket(server.getHost(), server.getPort());
          Link link = new Link(client, upstream);
          Thread.ofVirtual().start(link::forwardRequests);
          Thread.ofVirtual().start(link::forwardAnswers);
        }
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }

  private final class Link {
    private final Socket client;
    private final Socket upstream;

    /** The number of answers still to drop; one at least, once one is. */
    private final AtomicInteger toDrop = new AtomicInteger();

    Link(Socket client, Socket upstream) {
      this.client = client;
      this.upstream = upstream;
    }

    void forwardRequests() {
      try {
        DataInputStream in = new DataInputStream(client.getInputStream());
        DataOutputStream out = new DataOutputStream(upstream.getOutputStream());
        int length = in.readInt(); // the start-up message alone has no type
        out.writeInt(length);
        out.write(in.readNBytes(length - 4));
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        while (true) {
          boolean complete = readMessage(in, request);
          if (type(request) == PASSWORD) {
            request.writeTo(out);
            out.flush();
            request.reset();
            continue;
          }
          if (complete
              && !isFarewell(request)
              && untilCut.getAndUpdate(n -> Math.max(0, n - 1)) == 1) {
            if (cut != Cut.ANSWER) {
              client.close();
              if (cut == Cut.REQUEST) {
                upstream.close();
              }
              return;
            }
            toDrop.set(begins(request) ? 2 : 1);
          }
          if (complete) {
            roundTrips.incrementAndGet();
            request.writeTo(out);
            out.flush();
            request.reset();
          }
        }
      } catch (IOException gone) {
        close(upstream);
      }
    }

    /** Adds a message to the request; true when that completes it. */
    private static boolean readMessage(DataInputStream in, ByteArrayOutputStream request)
        throws IOException {
      int type = in.readUnsignedByte();
      int length = in.readInt();
      byte[] body = in.readNBytes(length - 4);
      DataOutputStream copy = new DataOutputStream(request);
      copy.writeByte(type);
      copy.writeInt(length);
      copy.write(body);
      boolean onlyBegins = type == SIMPLE_QUERY && new String(body, UTF_8).startsWith("BEGIN");
      return type == SYNC || type == TERMINATE || (type == SIMPLE_QUERY && !onlyBegins);
    }

    /** A connection of the test before may say goodbye late; that is no request of this one. */
    private static boolean isFarewell(ByteArrayOutputStream request) {
      return type(request) == TERMINATE;
    }

    /** Of its first message. */
    private static int type(ByteArrayOutputStream request) {
      return request.toByteArray()[0];
    }

    private static boolean begins(ByteArrayOutputStream request) {
      return request.toString(UTF_8).startsWith("BEGIN", 5);
    }

    void forwardAnswers() {
      try {
        DataInputStream in = new DataInputStream(upstream.getInputStream());
        DataOutputStream out = new DataOutputStream(client.getOutputStream());
        while (true) {
          int type = in.readUnsignedByte();
          int length = in.readInt();
          byte[] body = in.readNBytes(length - 4);
          if (toDrop.get() == 0) {
            out.writeByte(type);
            out.writeInt(length);
            out.write(body);
            out.flush();
          } else if (type == READY && toDrop.decrementAndGet() == 0) {
            close(client);
            close(upstream);
            return;
          }
        }
      } catch (IOException gone) {
        close(client);
      }
    }

    private static void close(Socket socket) {
      try {
        socket.close();
      } catch (IOException alreadyGone) {
        // Nothing more to do about it.
      }
    }
  }
}
