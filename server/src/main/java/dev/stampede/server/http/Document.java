package dev.stampede.server.http;

import java.util.Map;

/** Bytes of a given type: a page, a script, a text. The array is handed over, not copied. */
public final class Document implements Answer {

  /** The kind of a document, which decides what a browser may do with it. */
  public enum Kind {
    /** Read by programs: may load nothing and is not kept. */
    DATA,
    /** Shown to people: may load what this server itself offers. */
    PAGE
  }

  private final int status;
  private final Kind kind;
  private final byte[] bytes;
  private final Map<String, String> headers;

  private Document(int status, Kind kind, byte[] bytes, Map<String, String> headers) {
    this.status = status;
    this.kind = kind;
    this.bytes = bytes;
    this.headers = headers;
  }

  public static Document data(String contentType, byte[] bytes) {
    return new Document(200, Kind.DATA, bytes, Map.of("Content-Type", contentType));
  }

  /** With headers of one's own, the content type among them where there are bytes. */
  public static Document data(int status, byte[] bytes, Map<String, String> headers) {
    return new Document(status, Kind.DATA, bytes, Map.copyOf(headers));
  }

  static Document page(int status, byte[] bytes, Map<String, String> headers) {
    return new Document(status, Kind.PAGE, bytes, Map.copyOf(headers));
  }

  int status() {
    return status;
  }

  Kind kind() {
    return kind;
  }

  byte[] bytes() {
    return bytes;
  }

  Map<String, String> headers() {
    return headers;
  }
}
