package dev.stampede.server.http;

import io.helidon.common.socket.SocketOptions;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * How accepted connections are set up. The web server applies no read time-out to them, whatever
 * its own options say; without one a sender who stalls is waited for for ever.
 */
record ConnectionOptions(Duration readTimeout) implements SocketOptions {

  @Override
  public void configureSocket(Socket socket) {
    try {
      socket.setTcpNoDelay(true);
      socket.setKeepAlive(true);
      socket.setSoTimeout(Math.toIntExact(readTimeout.toMillis()));
    } catch (SocketException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Map<SocketOption<?>, Object> socketOptions() {
    return Map.of(
        StandardSocketOptions.TCP_NODELAY, true, StandardSocketOptions.SO_KEEPALIVE, true);
  }

  /** Of no meaning for connections that others make to us. */
  @Override
  public Duration connectTimeout() {
    return readTimeout;
  }

  @Override
  public Optional<Integer> socketReceiveBufferSize() {
    return Optional.empty();
  }

  @Override
  public Optional<Integer> socketSendBufferSize() {
    return Optional.empty();
  }

  @Override
  public boolean socketReuseAddress() {
    return true;
  }

  @Override
  public boolean socketKeepAlive() {
    return true;
  }

  @Override
  public boolean tcpNoDelay() {
    return true;
  }
}
