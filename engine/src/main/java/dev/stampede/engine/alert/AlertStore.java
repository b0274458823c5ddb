package dev.stampede.engine.alert;

import java.util.List;

/** Stores the alerts that fired on any server, and those that are still firing. */
public interface AlertStore {

  /** An alert, and its place among all. */
  record Listed(long id, Alert alert) {}

  /**
   * Ends the alerts that this server left firing when it stopped; called when it has just started.
   */
  void begin(String server);

  /** Writes down that an alert has fired, or has resolved. To do so again changes nothing. */
  void note(Alert alert);

  /**
   * Reports that these are still firing, with these figures. A server's alerts are over once it
   * stops reporting them.
   */
  void stillFiring(List<Alert> alerts);

  /** The newest first, with ids below this one. */
  List<Listed> list(long below, int limit, boolean onlyFiring);

  /** Deletes the alerts that ended long ago, and returns their number. */
  int prune();
}
