package dev.stampede.lane;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps everything that a listener throws, errors included, from the lane's writer: a group whose
 * commit is done is answered even when its meter is broken.
 *
 * <p>Only the writer calls it. A listener that keeps failing is logged when that begins and when it
 * ends, not with every group.
 */
final class GuardedListener implements LaneListener {

  private static final Logger log = LoggerFactory.getLogger(GuardedListener.class);

  private final String lane;
  private final LaneListener listener;
  private boolean failing;

  GuardedListener(String lane, LaneListener listener) {
    this.lane = lane;
    this.listener = listener;
  }

  @Override
  public void committed(int size, Duration wait, Duration took) {
    guarded(() -> listener.committed(size, wait, took));
  }

  @Override
  public void carriedOver(int count) {
    guarded(() -> listener.carriedOver(count));
  }

  @Override
  public void ranAlone(Duration took) {
    guarded(() -> listener.ranAlone(took));
  }

  @Override
  public void lockWaited(Duration waited) {
    guarded(() -> listener.lockWaited(waited));
  }

  @Override
  public void stayedLocked() {
    guarded(listener::stayedLocked);
  }

  @Override
  public void halved(int size) {
    guarded(() -> listener.halved(size));
  }

  @Override
  public void inDoubt(int size, Commit.Fate fate) {
    guarded(() -> listener.inDoubt(size, fate));
  }

  private void guarded(Runnable telling) {
    try {
      telling.run();
      if (failing) {
        failing = false;
        log.info("the listener of lane {} works again", lane);
      }
    } catch (RuntimeException | Error e) {
      if (!failing) {
        failing = true;
        log.error("the listener of lane {} failed; the lane goes on without it", lane, e);
      }
    }
  }
}
