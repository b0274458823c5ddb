package dev.stampede.server.http;

import io.helidon.common.buffers.DataReader;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.RequestException;
import io.helidon.http.ServerRequestHeaders;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;

/**
 * Reads a request's body: all of it, no more than the limit, and not for ever. The buffer grows
 * with what arrives, not with what was announced.
 */
final class BodyReader {

  private static final String JSON = "application/json";
  private static final String MERGE_PATCH = "application/merge-patch+json";
  private static final int FIRST_BUFFER = 8 * 1024;
  private static final int FIRST_BUFFER_DIGITS = 4;

  /**
   * The server reads and discards this much beyond the limit: a client that is still sending when
   * the connection closes sees a reset, not the reason.
   */
  static final int HEARD_OUT = 2 * 1024 * 1024;

  private final int maxBytes;
  private final Duration timeout;
  private final RequestReadTimeout reads;

  BodyReader(int maxBytes, Duration timeout, RequestReadTimeout reads) {
    this.maxBytes = maxBytes;
    this.timeout = timeout;
    this.reads = reads;
  }

  /** Ends the read timeout of a request at once if it has no body, and begins it if it has. */
  void noteArrival(ServerRequest request) {
    if (request.content().consumed()) {
      reads.arrived();
    } else {
      reads.begun();
    }
  }

  /** True if the request declares its body as JSON. */
  boolean isJson(ServerRequest request) {
    return isUtf8(request.headers().value(HeaderNames.CONTENT_TYPE).orElse(""), JSON);
  }

  /** The bytes of a JSON body; refuses other media types and compressed bodies. */
  byte[] json(ServerRequest request) {
    if (!isJson(request)) {
      throw Refusal.of(
          Problem.of(
                  ProblemType.UNSUPPORTED_MEDIA_TYPE,
                  "the body's Content-Type is not application/json (UTF-8); send that type")
              .header("Accept", JSON));
    }
    return uncompressed(request);
  }

  /** The bytes of a JSON merge patch, also when it is called JSON alone. */
  byte[] mergePatch(ServerRequest request) {
    String type = request.headers().value(HeaderNames.CONTENT_TYPE).orElse("");
    if (!isUtf8(type, MERGE_PATCH) && !isUtf8(type, JSON)) {
      throw Refusal.of(
          Problem.of(
                  ProblemType.UNSUPPORTED_MEDIA_TYPE,
                  "the body's Content-Type is neither application/merge-patch+json nor"
                      + " application/json (UTF-8); send it as one of them")
              .header("Accept-Patch", MERGE_PATCH + ", " + JSON));
    }
    return uncompressed(request);
  }

  private byte[] uncompressed(ServerRequest request) {
    ServerRequestHeaders headers = request.headers();
    if (headers.contains(HeaderNames.CONTENT_ENCODING)
        && !headers.get(HeaderNames.CONTENT_ENCODING).values().equalsIgnoreCase("identity")) {
      throw Refusal.of(
          Problem.of(
                  ProblemType.UNSUPPORTED_MEDIA_TYPE,
                  "the body has a Content-Encoding; send it uncompressed, without one")
              .header("Accept-Encoding", "identity"));
    }
    return read(request);
  }

  /** Reads what a handler left, so that the connection can carry another request. */
  boolean discard(ServerRequest request) {
    if (request.content().consumed()) {
      return true;
    }
    if (request.headers().contains(HeaderValues.EXPECT_100)) {
      return false;
    }
    try {
      read(request);
      return true;
    } catch (Refusal tooLongOrTooLate) {
      return false;
    }
  }

  private byte[] read(ServerRequest request) {
    long deadline = System.nanoTime() + timeout.toNanos();
    int size = 0;
    try {
      InputStream in = request.content().inputStream();
      byte[] buffer = new byte[firstBuffer(request)];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer, size, buffer.length - size)) {
        size += n;
        if (size > maxBytes) {
          hearOut(request, in, deadline);
          throw Refusal.lost(tooLarge(maxBytes));
        }
        if (System.nanoTime() - deadline > 0) {
          throw Refusal.lost(tooSlow());
        }
        if (size == buffer.length) {
          buffer = Arrays.copyOf(buffer, Math.min(2 * size, maxBytes + 1));
        }
      }
      return size == buffer.length ? buffer : Arrays.copyOf(buffer, size);
    } catch (Refusal refusal) {
      throw refusal;
    } catch (IOException e) {
      throw new CloseConnectionException("the body was not read", e);
    } catch (CloseConnectionException gone) {
      throw gone;
    } catch (RequestException e) {
      throw Refusal.lost(e.status().code() == 413 ? tooLarge(maxBytes) : brokenBody(size));
    } catch (DataReader.InsufficientDataAvailableException e) {
      throw Refusal.lost(brokenBody(size));
    } catch (RuntimeException e) {
      // Only framing is being read here, so whatever the parser stumbled over was the client's.
      throw Refusal.lost(brokenBody(size));
    } finally {
      reads.arrived();
    }
  }

  /** Of chunks nobody knows how many follow; those are not waited for. */
  private static void hearOut(ServerRequest request, InputStream in, long deadline)
      throws IOException {
    if (request.headers().contentLength().isPresent()) {
      byte[] scrap = new byte[FIRST_BUFFER];
      int left = HEARD_OUT;
      for (int n = 0; n >= 0 && left > 0 && System.nanoTime() - deadline <= 0; left -= n) {
        n = in.read(scrap);
      }
    }
  }

  /** One more than announced, so that the end is found without growing. */
  private int firstBuffer(ServerRequest request) {
    ServerRequestHeaders headers = request.headers();
    return headers.contains(HeaderNames.CONTENT_LENGTH)
        ? firstBuffer(headers.get(HeaderNames.CONTENT_LENGTH).get())
        : FIRST_BUFFER + 1;
  }

  /** The web server would look for somebody who makes numbers of texts; framing knows digits. */
  static int firstBuffer(String announced) {
    return announced.length() > FIRST_BUFFER_DIGITS
        ? FIRST_BUFFER + 1
        : Math.min(Integer.parseInt(announced), FIRST_BUFFER) + 1;
  }

  static Problem tooLarge(int maxBytes) {
    return Problem.of(
        ProblemType.TOO_LARGE, "the body is larger than %d bytes; send less".formatted(maxBytes));
  }

  private Problem tooSlow() {
    return Problem.of(
        ProblemType.REQUEST_TIMEOUT,
        "the body did not arrive within %d ms; send it faster".formatted(timeout.toMillis()));
  }

  private static Problem brokenBody(int size) {
    return Problem.of(
        ProblemType.MALFORMED_REQUEST,
        "the body ends or breaks after %d bytes; check Content-Length or the chunks"
            .formatted(size));
  }

  private static boolean isUtf8(String contentType, String mediaType) {
    if (contentType.equals(mediaType)) {
      return true;
    }
    String[] parts = contentType.toLowerCase(Locale.ROOT).split(";", -1);
    if (!parts[0].strip().equals(mediaType)) {
      return false;
    }
    for (int i = 1; i < parts.length; i++) {
      String parameter = parts[i].strip().replace("\"", "");
      if (parameter.startsWith("charset=") && !parameter.equals("charset=utf-8")) {
        return false;
      }
    }
    return true;
  }
}
