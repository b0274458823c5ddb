package dev.stampede.server.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.http.HttpToken;
import io.helidon.webserver.ServerConnectionException;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Reads one connection for the web server's parser, and gives it what it can read: a request line
 * as {@link RequestLine} understands it, and chunks without extensions and trailers.
 *
 * <p>The parser stays the only reader that decides where a request ends; this class changes what a
 * line says, never how many bytes a request has. It relies on how the parser calls: the first
 * {@code readBytes} behind a head reads a request line, {@code readLine} reads the lines of chunks,
 * {@code readBuffer} behind such a line reads a chunk. {@code Http10Test} and {@code BodiesTest}
 * fail if a later version of the web server calls otherwise.
 */
final class RequestReader extends DataReader {

  /** The largest number of digits in a chunk's size: the parser takes no more than an int. */
  private static final int SIZE_DIGITS = 8;

  /** So much may stand in all of a body's chunk extensions and trailers. */
  private static final int SPARE_BYTES = EarlyProblems.MAX_HEADER_BYTES;

  private final RequestReadTimeout reads;
  private boolean lineIsNext = true;
  private RequestLine line = RequestLine.PLAIN;
  private boolean chunkIsNext;
  private boolean trailersAreNext;
  private int spareBytes = SPARE_BYTES;
  private String goodHost = "";

  /** The chunks of a body cannot be read. */
  private static final class BrokenChunksException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private BrokenChunksException(String message) {
      super(message);
    }
  }

  RequestReader(Supplier<byte[]> socket, RequestReadTimeout reads) {
    super(() -> received(socket));
    this.reads = reads;
  }

  private static byte[] received(Supplier<byte[]> socket) {
    try {
      return socket.get();
    } catch (UncheckedIOException e) {
      throw new ServerConnectionException("the connection is gone", e);
    }
  }

  /** The head has been read: what follows is its body, then the next request line. */
  void headRead() {
    lineIsNext = true;
    chunkIsNext = false;
    trailersAreNext = false;
    spareBytes = SPARE_BYTES;
  }

  /** True if the request says that it is HTTP/1.0. */
  boolean isHttp10() {
    return line.isHttp10();
  }

  /** True if the value names a host; that of the request before is not checked again. */
  boolean isGoodHost(String host) {
    if (!host.equals(goodHost)) {
      if (!Authority.isGood(host)) {
        return false;
      }
      goodHost = host;
    }
    return !host.isEmpty();
  }

  /** The authority of an absolute target. */
  Optional<String> authority() {
    return line.authority();
  }

  /** Reads more bytes, watching for a stall inside a head; between requests there is time. */
  @Override
  public void pullData() {
    if (!lineIsNext || available() > 0) {
      reads.begun();
    }
    super.pullData();
  }

  @Override
  public byte[] readBytes(int length) {
    byte[] bytes = super.readBytes(length);
    if (!lineIsNext) {
      return bytes;
    }
    lineIsNext = false;
    line = RequestLine.of(bytes);
    return line.isPlain() ? bytes : line.bytes();
  }

  @Override
  public String readLine() {
    return trailersAreNext ? passTrailers() : chunkSize();
  }

  @Override
  public BufferData readBuffer(int length) {
    BufferData data = super.readBuffer(length);
    if (chunkIsNext) {
      chunkIsNext = false;
      // The parser skips two bytes, whatever they are.
      require(startsWithNewLine(), "a chunk is longer than its size");
    }
    return data;
  }

  private String chunkSize() {
    String chunk = nextLine(SIZE_DIGITS);
    int extension = chunk.indexOf(';');
    String size = extension < 0 ? chunk : withoutBlanks(chunk, extension);
    require(
        !size.isEmpty()
            && size.length() <= SIZE_DIGITS
            && size.chars().allMatch(HexFormat::isHexDigit),
        "a chunk's size is no hexadecimal number");
    spend(chunk.length() - size.length());
    trailersAreNext = size.chars().allMatch(digit -> digit == '0');
    chunkIsNext = !trailersAreNext;
    return size;
  }

  /** The parser expects an empty line behind the last chunk, and no trailers. */
  private String passTrailers() {
    for (String field = nextLine(0); !field.isEmpty(); field = nextLine(0)) {
      int colon = field.indexOf(':');
      require(colon > 0, "a trailer has no name");
      HttpToken.validate(field.substring(0, colon));
      spend(field.length());
    }
    trailersAreNext = false;
    return "";
  }

  private String nextLine(int more) {
    int limit = spareBytes + more + 1;
    int end = findNewLine(limit);
    require(end < limit, "chunk extensions and trailers exceed " + SPARE_BYTES + " bytes");
    String text = readAsciiString(end);
    skip(2);
    require(text.indexOf('\n') < 0, "a line feed stands alone");
    return text;
  }

  private void spend(int bytes) {
    spareBytes -= bytes;
    require(spareBytes >= 0, "chunk extensions and trailers exceed " + SPARE_BYTES + " bytes");
  }

  private static String withoutBlanks(String text, int end) {
    int last = end;
    while (last > 0 && (text.charAt(last - 1) == ' ' || text.charAt(last - 1) == '\t')) {
      last--;
    }
    return text.substring(0, last);
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new BrokenChunksException(otherwise);
    }
  }
}
