package dev.stampede.prove.site;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;

/** The scripts of the product whose answers mark a point, by the digests that Redis knows. */
public final class MarkingScripts {

  private static final String GATE = "dev/stampede/redis/gate/";
  private static final String MATCHMAKER = "dev/stampede/matchmaking/redis/";

  private MarkingScripts() {}

  /** Of the build that this process is of: of another build, points in Redis go unnoticed. */
  public static Map<String, Point> ofThisBuild() {
    return Map.of(
        digest(text(GATE + "enter.lua")), Point.AFTER_REDIS_GATE,
        digest(text(MATCHMAKER + "keys.lua") + text(MATCHMAKER + "claim.lua")),
            Point.BETWEEN_TAKE_AND_ASSIGN);
  }

  /** As Redis counts it, of a text with one character for each byte. */
  static String digest(String text) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-1").digest(text.getBytes(ISO_8859_1)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-1 is missing from this JDK", e);
    }
  }

  private static String text(String resource) {
    try (InputStream in = MarkingScripts.class.getClassLoader().getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException(resource + " is missing from the class path; build again");
      }
      return new String(in.readAllBytes(), ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(resource + " cannot be read", e);
    }
  }
}
