package dev.stampede.bench.waitingroom;

import dev.stampede.redis.line.RedisLine;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Finds the script of the line that Redis knows by a digest. */
final class ScriptNames {

  /** Stands before every script. */
  private static final String SHARED = "keys";

  private static final List<String> NAMES =
      List.of(
          "admit",
          "begin",
          "end",
          "expire",
          "extend",
          "join",
          "leave",
          "numbers",
          "phase",
          "place",
          "rebuild",
          "settle",
          "snapshot",
          "touch",
          "unsettled");

  private final Map<String, String> byDigest = new HashMap<>();

  ScriptNames() {
    for (String name : NAMES) {
      byDigest.put(digest(name), name + ".lua");
    }
  }

  /** Its file; what is not of the line is named by the digest. */
  String of(String digest) {
    String known = byDigest.get(digest.toLowerCase(Locale.ROOT));
    return known == null ? "script " + digest : known;
  }

  static String digest(String name) {
    try {
      MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
      sha1.update(read(SHARED));
      sha1.update(read(name));
      return HexFormat.of().formatHex(sha1.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-1 is missing from this JDK", e);
    }
  }

  private static byte[] read(String name) {
    String resource = name + ".lua";
    try (InputStream in = RedisLine.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException(resource + " is not there; has it been renamed?");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(resource + " cannot be read", e);
    }
  }
}
