package dev.stampede.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Keeps the output of a service in a file and the file before it, each up to a limit, and its last
 * lines in memory for the message that says why it died.
 */
final class ServiceLog {

  static final long MAX_FILE_BYTES = 4L << 20;

  private static final int TAIL_LINES = 20;
  private static final int MAX_LINE_CHARS = 4_096;

  private final Path file;
  private final long maxBytes;
  private final Deque<String> tail = new ArrayDeque<>();

  ServiceLog(Path file, long maxBytes) {
    this.file = file;
    this.maxBytes = maxBytes;
  }

  /** Copies until the stream ends; a full disk stops the copying, never the service. */
  void copy(InputStream output) {
    try (BufferedReader lines = new BufferedReader(new InputStreamReader(output, UTF_8))) {
      for (String line = readLine(lines); !line.isEmpty(); line = readLine(lines)) {
        remember(line.stripTrailing());
        append(line);
      }
    } catch (IOException closed) {
      // The service is gone, or is being stopped forcibly.
    }
  }

  synchronized String tail() {
    return String.join("\n", tail);
  }

  /** Forgets the last lines, so that the next death is explained by its own. */
  synchronized void clearTail() {
    tail.clear();
  }

  Path file() {
    return file;
  }

  /** A line with its end, cut at the limit; empty at the end of the stream. */
  private static String readLine(BufferedReader lines) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = lines.read(); next != -1; next = lines.read()) {
      line.append((char) next);
      if (next == '\n' || line.length() == MAX_LINE_CHARS) {
        break;
      }
    }
    return line.toString();
  }

  private synchronized void remember(String line) {
    tail.addLast(line);
    if (tail.size() > TAIL_LINES) {
      tail.removeFirst();
    }
  }

  private void append(String line) {
    try {
      if (Files.exists(file) && Files.size(file) >= maxBytes) {
        Files.move(file, file.resolveSibling(file.getFileName() + ".1"), REPLACE_EXISTING);
      }
      try (OutputStream out = Files.newOutputStream(file, CREATE, APPEND)) {
        out.write(line.getBytes(UTF_8));
      }
    } catch (IOException unwritable) {
      // The tail in memory still has it.
    }
  }
}
