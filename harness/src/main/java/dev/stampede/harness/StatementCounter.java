package dev.stampede.harness;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the statements in what a client of PostgreSQL sends over one connection. Every message is
 * a letter, four bytes of length and the rest; only those before the session have no letter. It
 * jumps from head to head and looks at nothing else.
 */
public final class StatementCounter {

  private static final int SSL_REQUEST = 80877103;
  private static final int GSS_REQUEST = 80877104;
  private static final int HEAD = 5;
  private static final int FIRST_HEAD = 8;

  private final LongAdder statements;
  private final byte[] head = new byte[FIRST_HEAD];
  private boolean inSession;
  private int headBytes;
  private long bodyLeft;

  public StatementCounter(LongAdder statements) {
    this.statements = statements;
  }

  /** The client's next bytes, however they were cut. */
  public void sent(byte[] bytes, int from, int length) {
    int position = from;
    int end = from + length;
    while (position < end) {
      if (bodyLeft > 0) {
        int skipped = (int) Math.min(bodyLeft, end - position);
        bodyLeft -= skipped;
        position += skipped;
      } else {
        head[headBytes++] = bytes[position++];
        if (headBytes == (inSession ? HEAD : FIRST_HEAD)) {
          message();
          headBytes = 0;
        }
      }
    }
  }

  private void message() {
    if (inSession) {
      bodyLeft = number(1) - 4L;
      if (head[0] == 'E' || head[0] == 'Q') {
        statements.increment();
      }
    } else {
      bodyLeft = number(0) - 8L;
      int code = number(4);
      inSession = code != SSL_REQUEST && code != GSS_REQUEST;
    }
  }

  private int number(int from) {
    return (head[from] & 0xFF) << 24
        | (head[from + 1] & 0xFF) << 16
        | (head[from + 2] & 0xFF) << 8
        | (head[from + 3] & 0xFF);
  }
}
