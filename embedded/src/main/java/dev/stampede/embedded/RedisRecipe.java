package dev.stampede.embedded;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Redis with an append-only file, so that a restart finds the queue as it was. */
final class RedisRecipe implements Recipe {

  /** Relative to the directory it runs in, so that no path needs quoting. */
  private static final String CONFIGURATION_FILE = "redis.conf";

  private static final int ANSWER_MILLIS = 500;

  private final Path directory;
  private final Password password;
  private @Nullable RedisBinary binary;

  RedisRecipe(DataDirectory data) {
    this.directory = data.directory(ServiceKind.REDIS.fileName());
    this.password = Password.of(ServiceKind.REDIS, data);
  }

  @Override
  public ServiceKind service() {
    return ServiceKind.REDIS;
  }

  @Override
  public void prepare() {
    binary =
        RedisBinary.find(
            System.getenv().getOrDefault("PATH", ""), CacheDirectory.ofUser(), Platform.current());
  }

  @Override
  public String version() {
    return requireNonNull(binary, "not prepared").version().toString();
  }

  @Override
  public String address(int port) {
    return "redis://127.0.0.1:" + port;
  }

  @Override
  public String url(int port) {
    return "redis://:%s@127.0.0.1:%d".formatted(password.value(), port);
  }

  @Override
  public ServiceCommand command(int port) {
    PrivateFile.write(directory.resolve(CONFIGURATION_FILE), configuration(port));
    String executable = requireNonNull(binary, "not prepared").executable().toString();
    return new ServiceCommand(List.of(executable, CONFIGURATION_FILE), directory, _ -> {});
  }

  /** PING is refused while the data is being loaded; INFO tells whose answer it is. */
  @Override
  public boolean ready(long pid, int port) {
    try (Socket socket = new Socket()) {
      socket.setSoTimeout(ANSWER_MILLIS);
      socket.connect(new InetSocketAddress(FreePort.LOOPBACK, port), ANSWER_MILLIS);
      String asked = "AUTH %s\r\nPING\r\nINFO server\r\nQUIT\r\n".formatted(password.value());
      socket.getOutputStream().write(asked.getBytes(US_ASCII));
      InputStream in = socket.getInputStream();
      String answer = new String(in.readNBytes(1 << 16), US_ASCII);
      return answer.startsWith("+OK\r\n+PONG") && answer.contains("process_id:" + pid + "\r\n");
    } catch (IOException notYet) {
      return false;
    }
  }

  private String configuration(int port) {
    return """
      # Written at every start; changes made here do not last.
      bind 127.0.0.1
      port %d
      requirepass %s
      daemonize no
      databases 16
      maxclients 1000
      dir ./
      save ""
      appendonly yes
      appendfsync everysec
      aof-load-truncated yes
      # Rewriting the file takes as much of a processor as all commands of a sale that fill it.
      auto-aof-rewrite-min-size 256mb
      rdbcompression no
      """
        .formatted(port, password.value());
  }
}
