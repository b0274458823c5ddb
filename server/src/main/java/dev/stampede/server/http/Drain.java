package dev.stampede.server.http;

/** Whether the server is on its way down; begun once, told to everyone who asks. */
public final class Drain {

  private volatile boolean begun;

  public void begin() {
    begun = true;
  }

  public boolean begun() {
    return begun;
  }
}
