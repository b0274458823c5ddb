package dev.stampede.server.demo;

import dev.stampede.engine.show.ShowId;

/** A crowd that stays away, and knows where it was called to. */
public final class RecordingCrowd implements DemoCrowd {

  private CrowdReply standing = CrowdReply.IDLE;
  private int port;

  @Override
  public synchronized boolean start(int to, ShowId show, int buyers) {
    if (standing.state().equals("running")) {
      return false;
    }
    port = to;
    standing = standing("running", show.toString(), buyers);
    return true;
  }

  @Override
  public synchronized CrowdReply standing() {
    return standing;
  }

  @Override
  public synchronized void stop() {
    if (standing.state().equals("running")) {
      standing = standing("ended", String.valueOf(standing.showId()), standing.buyers());
    }
  }

  @Override
  public void close() {
    stop();
  }

  synchronized int port() {
    return port;
  }

  private static CrowdReply standing(String state, String show, int buyers) {
    return new CrowdReply(state, show, buyers, 0, 0, 0, 0, 0, 0, 0, null, null);
  }
}
