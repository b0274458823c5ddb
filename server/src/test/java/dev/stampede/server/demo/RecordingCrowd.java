package dev.stampede.server.demo;

import dev.stampede.engine.show.ShowId;

/** A crowd that stays away, and knows where it was called to. */
public final class RecordingCrowd implements DemoCrowd {

  private CrowdReply status = CrowdReply.IDLE;
  private int port;

  @Override
  public synchronized boolean start(int to, ShowId show, int buyers) {
    if (status.state().equals("running")) {
      return false;
    }
    port = to;
    status = reply("running", show.toString(), buyers);
    return true;
  }

  @Override
  public synchronized CrowdReply status() {
    return status;
  }

  @Override
  public synchronized void stop() {
    if (status.state().equals("running")) {
      status = reply("ended", String.valueOf(status.showId()), status.buyers());
    }
  }

  @Override
  public void close() {
    stop();
  }

  synchronized int port() {
    return port;
  }

  private static CrowdReply reply(String state, String show, int buyers) {
    return new CrowdReply(state, show, buyers, 0, 0, 0, 0, 0, 0, 0, null, null);
  }
}
