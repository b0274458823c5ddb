package dev.stampede.server.http;

import dev.stampede.server.failure.ServerException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * One file from the classpath, served at one fixed route: no path of a client's is ever turned into
 * a file name. Read, hashed and compressed when first asked for, then kept.
 */
public final class StaticFile implements Handler {

  private static final int WORTH_COMPRESSING_BYTES = 1024;
  private static final byte[] NOTHING = {};

  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "yaml", "application/yaml; charset=utf-8",
          "svg", "image/svg+xml",
          "png", "image/png");

  /** For how long a browser may show what it has fetched. */
  public enum Keeping {
    /** Kept, but asked about every time: a new version shows at once. */
    ASKING("no-cache"),
    /** Never asked for again: for what has another address when it changes. */
    FOR_GOOD("public, max-age=31536000, immutable");

    private final String header;

    Keeping(String header) {
      this.header = header;
    }
  }

  private final String resource;
  private final String type;
  private final UnaryOperator<byte[]> change;

  /** Two first readers may both read it; they find the same. */
  private volatile @Nullable Content kept;

  /** The file as it is and, where that is smaller, compressed. */
  private static final class Content {
    private final byte[] plain;
    private final byte[] gzipped;
    private final String hash;

    private Content(byte[] plain, byte[] gzipped, String hash) {
      this.plain = plain;
      this.gzipped = gzipped;
      this.hash = hash;
    }

    private boolean isCompressible() {
      return gzipped.length < plain.length;
    }
  }

  private StaticFile(String resource, UnaryOperator<byte[]> change) {
    if (StaticFile.class.getClassLoader().getResource(resource) == null) {
      throw new ServerException(resource + " is missing from the classpath; build again");
    }
    String extension = resource.substring(resource.lastIndexOf('.') + 1);
    this.type = TYPES.getOrDefault(extension, "application/octet-stream");
    this.resource = resource;
    this.change = change;
  }

  /**
   * Names the file, without reading it yet.
   *
   * @param resource where it is on the classpath; one that is missing stops the start
   */
  public static StaticFile of(String resource) {
    return of(resource, UnaryOperator.identity());
  }

  /** A file that is changed once, when it is read. */
  public static StaticFile of(String resource, UnaryOperator<byte[]> change) {
    return new StaticFile(resource, change);
  }

  @Override
  public Answer handle(Request request) {
    return answer(request, Keeping.ASKING);
  }

  /** Returns the hash that identifies the file's bytes. */
  public String hash() {
    return content().hash;
  }

  public Answer answer(Request request, Keeping keeping) {
    Content content = content();
    boolean gzip = content.isCompressible() && AcceptEncoding.takesGzip(request);
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Cache-Control", keeping.header);
    headers.put("ETag", "\"" + content.hash + (gzip ? "-gz\"" : "\""));
    if (content.isCompressible()) {
      headers.put("Vary", "Accept-Encoding");
    }
    if (IfNoneMatch.of(request).names(content.hash)) {
      return Document.page(304, NOTHING, headers);
    }
    headers.put("Content-Type", type);
    if (gzip) {
      headers.put("Content-Encoding", "gzip");
    }
    return Document.page(200, gzip ? content.gzipped : content.plain, headers);
  }

  private Content content() {
    Content content = kept;
    if (content == null) {
      content = read();
      kept = content;
    }
    return content;
  }

  private Content read() {
    try (InputStream in = StaticFile.class.getClassLoader().getResourceAsStream(resource)) {
      if (in == null) {
        throw new ServerException(resource + " has gone from the classpath");
      }
      byte[] plain = change.apply(in.readAllBytes());
      return new Content(plain, gzipped(plain), hash(plain));
    } catch (IOException e) {
      throw new UncheckedIOException(resource + " cannot be read", e);
    }
  }

  /** The file itself when it is too small for compression to pay. */
  private static byte[] gzipped(byte[] plain) throws IOException {
    if (plain.length < WORTH_COMPRESSING_BYTES) {
      return plain;
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(plain.length / 3);
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(plain);
    }
    return out.toByteArray();
  }

  /** Returns the hash that identifies these bytes. */
  public static String hash(byte[] bytes) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      return HexFormat.of().formatHex(Arrays.copyOf(digest, 16));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256 is missing from this JDK", e);
    }
  }
}
