package dev.stampede.testkit;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;

/** Makes the shared Redis forget keys, over a plain socket: no test needs a driver for that. */
final class RedisKeys {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final String SCRIPT =
      "local all = redis.call('KEYS', ARGV[1])"
          + " for _, key in ipairs(all) do redis.call('DEL', key) end return #all";

  private RedisKeys() {}

  private static String auth(URI uri) {
    String userInfo = uri.getUserInfo();
    return userInfo == null ? "" : "AUTH " + userInfo.substring(userInfo.indexOf(':') + 1) + "\r\n";
  }

  static void delete(String redisUrl, String prefix) {
    URI uri = URI.create(redisUrl);
    try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
      socket.setSoTimeout(Math.toIntExact(PATIENCE.toMillis()));
      // In the form that people type; the prefixes of tests need no quoting.
      String typed = auth(uri) + "EVAL \"" + SCRIPT + "\" 0 " + prefix + "*\r\n";
      socket.getOutputStream().write(typed.getBytes(US_ASCII));
      BufferedReader lines =
          new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
      String answer = lines.readLine();
      if ("+OK".equals(answer)) {
        answer = lines.readLine();
      }
      if (answer == null || !answer.startsWith(":")) {
        throw new TestkitException("Redis did not delete %s*: %s".formatted(prefix, answer));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Redis did not delete " + prefix + "*", e);
    }
  }
}
