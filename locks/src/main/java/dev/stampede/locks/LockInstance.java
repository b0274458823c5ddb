package dev.stampede.locks;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;

/** The parts of one instance that all who acquire or hold a lock share. */
final class LockInstance {

  private static final int INSTANCE_BYTES = 12;
  private static final int TOKEN_RADIX = 36;

  private final String instance = freshInstance();
  private final AtomicLong tokens = new AtomicLong();
  private final LockSettings settings;
  private final KeyQueues lines;
  private final LockCommands commands;
  private final AnswerTimeout answer;
  private volatile boolean closed;

  LockInstance(LockSettings settings, Wire wire) {
    this.settings = settings;
    this.lines = new KeyQueues(settings.lineLimit());
    this.commands = new LockCommands(wire, settings, instance);
    this.answer = new AnswerTimeout(settings.answerWithin());
  }

  private static String freshInstance() {
    byte[] random = new byte[INSTANCE_BYTES];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  String instance() {
    return instance;
  }

  /** An owner that was never there before: the instance is random, and counts. */
  String freshToken() {
    return instance + ":" + Long.toString(tokens.incrementAndGet(), TOKEN_RADIX);
  }

  LockSettings settings() {
    return settings;
  }

  KeyQueues lines() {
    return lines;
  }

  LockCommands commands() {
    return commands;
  }

  AnswerTimeout answer() {
    return answer;
  }

  boolean isClosed() {
    return closed;
  }

  void close() {
    closed = true;
    lines.ringAll();
  }
}
