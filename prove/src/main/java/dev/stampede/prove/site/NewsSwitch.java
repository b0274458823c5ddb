package dev.stampede.prove.site;

import java.util.concurrent.atomic.AtomicLong;

/** Says whether the messages that Redis publishes are lost on a link. */
public final class NewsSwitch {

  private final AtomicLong lost = new AtomicLong();
  private volatile boolean losing;

  NewsSwitch() {}

  /** Messages are lost from now on, or not any more. */
  public void lose(boolean all) {
    losing = all;
  }

  /** Returns the number of messages that were lost. */
  public long lost() {
    return lost.get();
  }

  boolean losesOne() {
    if (losing) {
      lost.incrementAndGet();
    }
    return losing;
  }
}
