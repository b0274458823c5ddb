package dev.stampede.embedded;

/** How one service is made ready, run, and asked whether it answers. */
interface Recipe {

  Service service();

  /** Unpacks the programs, creates the data, repairs what a crash left; slow the first time. */
  void prepare();

  /** Known once prepared. */
  String version();

  /** Where clients find it, as the product's settings spell it. */
  String address(int port);

  /** Writes the configuration for this port, so that old data gets new settings. */
  ServiceCommand command(int port);

  /** Whether this very process, and not another one on its port, answers. */
  boolean ready(long pid, int port);
}
