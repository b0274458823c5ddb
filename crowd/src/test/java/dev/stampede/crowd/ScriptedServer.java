package dev.stampede.crowd;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A server that answers each request with whatever bytes a test tells it to, however it likes. */
final class ScriptedServer implements AutoCloseable {

  /** Answers one request; {@code false} ends the connection. */
  interface Answer {
    boolean to(String requestLine, OutputStream out) throws IOException, InterruptedException;
  }

  private final ServerSocket listener;
  private final Answer answer;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger accepted = new AtomicInteger();

  private ScriptedServer(ServerSocket listener, Answer answer) {
    this.listener = listener;
    this.answer = answer;
  }

  static ScriptedServer answering(Answer answer) throws IOException {
    ServerSocket listener = new ServerSocket(0, 1024, InetAddress.getLoopbackAddress());
    ScriptedServer server = new ScriptedServer(listener, answer);
    Thread.ofVirtual().start(server::accept);
    return server;
  }

  /** Answers every request with the same bytes and keeps the connection. */
  static ScriptedServer always(String bytes) throws IOException {
    return answering(
        (request, out) -> {
          out.write(bytes.getBytes(ISO_8859_1));
          return true;
        });
  }

  Target target() {
    return Target.loopback(listener.getLocalPort());
  }

  int accepted() {
    return accepted.get();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        socket.setTcpNoDelay(true);
        accepted.incrementAndGet();
        open.add(socket);
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      OutputStream out = socket.getOutputStream();
      String request = readRequest(in);
      while (!request.isEmpty() && answer.to(request, out)) {
        out.flush();
        request = readRequest(in);
      }
    } catch (IOException e) {
      // The client went away, which is part of what is tested.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(socket);
    }
  }

  /** The request line; the headers and as much body as they announce are read and dropped. */
  private static String readRequest(InputStream in) throws IOException {
    String requestLine = readLine(in);
    int length = 0;
    String line = requestLine;
    while (!line.isEmpty()) {
      line = readLine(in);
      if (line.startsWith("Content-Length: ")) {
        length = Integer.parseInt(line.substring("Content-Length: ".length()));
      }
    }
    in.skipNBytes(length);
    return requestLine;
  }

  private static String readLine(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
      if (b != '\r') {
        line.append((char) b);
      }
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : open) {
      socket.close();
    }
  }
}
