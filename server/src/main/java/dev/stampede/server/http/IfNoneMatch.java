package dev.stampede.server.http;

import java.util.List;

/** The answers that a client has kept, by their entity tags (RFC 9110, 13.1.2). */
public final class IfNoneMatch {

  private final String header;

  private IfNoneMatch(String header) {
    this.header = header;
  }

  public static IfNoneMatch of(Request request) {
    List<String> values = request.headers("If-None-Match");
    return new IfNoneMatch(String.join(",", values).strip());
  }

  /** True if the header names this tag, weak or not; {@code *} names any. */
  public boolean names(String tag) {
    return header.equals("*") || header.contains(tag);
  }
}
