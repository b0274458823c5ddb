package dev.stampede.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** A connection that keeps the daemon alive: the daemon is told of its end by the system. */
record DaemonLease(DaemonRecord daemon, Socket connection) implements AutoCloseable {

  private static final Duration STARTS_WITHIN = Duration.ofSeconds(90);

  /**
   * Long: one that is merely slow must not be taken for dead, or its data would be deleted under
   * all who use it. Where none is left, the connection is refused at once.
   */
  private static final int ANSWER_MILLIS = 60_000;

  /**
   * A lease on the running daemon, or on a new one where none runs. A lock on a file lets one JVM
   * at a time look and start; the others wait and then find it.
   */
  static DaemonLease acquire(DaemonSettings settings) {
    try {
      Files.createDirectories(settings.home());
      try (FileChannel channel = FileChannel.open(settings.lockFile(), CREATE, WRITE);
          FileLock _ = lock(channel, settings)) {
        Optional<DaemonLease> running = onRunning(settings);
        return running.isPresent() ? running.get() : onNew(settings);
      }
    } catch (IOException e) {
      throw new TestkitException("cannot lease the services of " + settings.home(), e);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (IOException alreadyGone) {
      // Then it holds nothing any more.
    }
  }

  private static FileLock lock(FileChannel channel, DaemonSettings settings) {
    return Eventually.within(STARTS_WITHIN)
        .until(
            "no other process starts the daemon of " + settings.home(),
            () -> Optional.ofNullable(channel.tryLock()),
            Optional::isPresent)
        .orElseThrow();
  }

  /** Leases the running daemon; empty if none is recorded, it is dead, or it is just ending. */
  private static Optional<DaemonLease> onRunning(DaemonSettings settings) {
    return DaemonRecord.read(settings.recordFile()).flatMap(DaemonLease::on);
  }

  private static Optional<DaemonLease> on(DaemonRecord daemon) {
    Socket socket = new Socket();
    try {
      socket.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), daemon.port()), ANSWER_MILLIS);
      socket.setSoTimeout(ANSWER_MILLIS);
      byte[] secret = daemon.secret().getBytes(UTF_8);
      byte[] answer = socket.getInputStream().readNBytes(secret.length);
      if (new String(answer, UTF_8).equals(daemon.secret())) {
        return Optional.of(new DaemonLease(daemon, socket));
      }
      socket.close();
      return Optional.empty();
    } catch (IOException nobodyThere) {
      return Optional.empty();
    }
  }

  private static DaemonLease onNew(DaemonSettings settings) throws IOException {
    DaemonRecord.read(settings.recordFile())
        .map(DaemonRecord::data)
        .ifPresent(abandoned -> TemporaryData.delete(Path.of(abandoned)));
    Files.deleteIfExists(settings.recordFile());
    Process daemon = ServicesDaemon.spawn(settings);
    return Eventually.within(STARTS_WITHIN)
        .until(
            "the services are up (log: %s)".formatted(settings.logFile()),
            () -> onRunning(settings),
            lease -> lease.isPresent() || !daemon.isAlive())
        .orElseThrow(
            () ->
                new TestkitException(
                    "the services of the tests did not start; see " + settings.logFile()));
  }
}
