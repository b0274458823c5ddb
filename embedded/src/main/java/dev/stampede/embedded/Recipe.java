package dev.stampede.embedded;

/** How one service is made ready, run, and asked whether it answers. */
interface Recipe {

  Service service();

  /** Unpacks the programs, creates the data, repairs what a crash left; slow the first time. */
  void prepare();

  /** Known once prepared. */
  String version();

  /** Where clients find it, without a password: fit to be printed. */
  String address(int port);

  /** The address with its password, as the product's settings spell it. */
  String url(int port);

  /** Writes the configuration for this port, so that old data gets new settings. */
  ServiceCommand command(int port);

  /** Whether this very process, and not another one on its port, answers. */
  boolean ready(long pid, int port);
}
