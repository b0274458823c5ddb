package dev.stampede.lab.contest;

import java.util.concurrent.atomic.AtomicBoolean;

/** Says that it is enough: what has been measured by then is what there is. */
public final class Stop {

  private final AtomicBoolean requested = new AtomicBoolean();

  public void request() {
    requested.set(true);
  }

  public boolean isRequested() {
    return requested.get();
  }
}
