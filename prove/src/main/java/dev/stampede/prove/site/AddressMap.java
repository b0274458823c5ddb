package dev.stampede.prove.site;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Replaces the addresses that Sentinels, clusters and brokers announce by those of one server's
 * proxies, so that the server comes through them. All ports have five digits, so that nothing
 * changes its length.
 *
 * @param proxies the proxy's port for each service's port
 */
record AddressMap(Map<Integer, Integer> proxies) {

  private static final byte[] HOST = "127.0.0.1".getBytes(ISO_8859_1);

  /** As Redis writes an address: in one word, in two, as fields, and with the port as a number. */
  private static final Pattern TOLD_BY_REDIS =
      Pattern.compile(
          "(127\\.0\\.0\\.1(?::| |\\r\\n:|\\r\\n\\$5\\r\\n|\\r\\n\\$4\\r\\nport\\r\\n\\$5\\r\\n))"
              + "([0-9]{5})(?![0-9])");

  AddressMap {
    proxies = Map.copyOf(proxies);
  }

  /** In an answer of Redis or a Sentinel. */
  byte[] inRedis(byte[] bytes) {
    if (find(bytes, 0) < 0) {
      return bytes;
    }
    Matcher matcher = TOLD_BY_REDIS.matcher(new String(bytes, ISO_8859_1));
    return matcher
        .replaceAll(
            found ->
                Matcher.quoteReplacement(found.group(1) + proxy(Integer.parseInt(found.group(2)))))
        .getBytes(ISO_8859_1);
  }

  /** In an answer of Kafka: the port follows the host as four bytes. */
  byte[] inKafka(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    for (int at = find(bytes, 0); at >= 0; at = find(bytes, at + 1)) {
      int port = at + HOST.length;
      if (port + Integer.BYTES <= bytes.length) {
        buffer.putInt(port, proxy(buffer.getInt(port)));
      }
    }
    return bytes;
  }

  private int proxy(int port) {
    return proxies.getOrDefault(port, port);
  }

  private static int find(byte[] bytes, int from) {
    for (int i = from; i <= bytes.length - HOST.length; i++) {
      int matched = 0;
      while (matched < HOST.length && bytes[i + matched] == HOST[matched]) {
        matched++;
      }
      if (matched == HOST.length) {
        return i;
      }
    }
    return -1;
  }
}
