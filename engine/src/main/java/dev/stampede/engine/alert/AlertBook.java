package dev.stampede.engine.alert;

import java.util.List;

/** What fired on any server, and what is still firing. */
public interface AlertBook {

  /** An alert, and its place among all. */
  record Listed(long id, Alert alert) {}

  /** This server has just started: what it left firing when it stopped is over. */
  void begin(String server);

  /** Writes down that an alert has fired, or has resolved. To do so again changes nothing. */
  void note(Alert alert);

  /** These are firing still, with these figures. Of a server that says so no more they are over. */
  void stillFiring(List<Alert> alerts);

  /** The newest first, with ids below this one. */
  List<Listed> list(long below, int limit, boolean onlyFiring);

  /** Forgets what was over long ago, and returns how much that was. */
  int prune();
}
