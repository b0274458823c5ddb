package dev.stampede.embedded;

/** Prepares one service, says how to run it, and checks whether it answers. */
interface Recipe {

  ServiceKind service();

  /** Unpacks the programs, creates the data, repairs what a crash left; slow the first time. */
  void prepare();

  /** Known once prepared. */
  String version();

  /** Returns the address for clients, without a password: fit to be printed. */
  String address(int port);

  /** The address with its password, as the product's settings spell it. */
  String url(int port);

  /** Writes the configuration for this port, so that old data gets new settings. */
  ServiceCommand command(int port);

  /** True if this very process answers, and not another one on its port. */
  boolean ready(long pid, int port);
}
