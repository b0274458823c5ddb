package dev.stampede.server.demo;

import dev.stampede.engine.show.ShowId;

/**
 * Simulated buyers for somebody who wants to see a sale. The program that starts the server for a
 * demonstration hands it in; a server that sells in earnest has none, and then no address for it
 * either.
 */
public interface DemoCrowd extends AutoCloseable {

  int MAX_BUYERS = 10_000;

  /** Sends so many to a show of the server at this port; false when a crowd is already there. */
  boolean start(int port, ShowId show, int buyers);

  /** Returns the state of the last crowd. */
  CrowdReply status();

  /** Sends it home and waits, within a bound, until it is gone; nothing when there is none. */
  void stop() throws InterruptedException;

  /** Ends it at once: the server is going away. */
  @Override
  void close();
}
