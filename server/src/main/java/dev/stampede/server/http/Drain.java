package dev.stampede.server.http;

/** Tells everyone who asks whether the server is shutting down; begun once. */
public final class Drain {

  private volatile boolean begun;

  public void begin() {
    begun = true;
  }

  public boolean begun() {
    return begun;
  }
}
