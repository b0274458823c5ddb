package dev.stampede.prove.load;

import dev.stampede.crowd.Target;
import java.util.List;

/** A running deployment, as its clients see it. */
public interface SaleSite {

  /** The token of this user tops up wallets, cancels for buyers and creates shows. */
  String OPERATOR = "operator";

  /** The token of this user confirms payments that were made outside. */
  String SHOP = "shop";

  /** Returns the addresses of the servers, in the order of their numbers. */
  List<Target> targets();

  /**
   * Returns a bearer token.
   *
   * @param sub {@value #OPERATOR} and {@value #SHOP} have the role of that name, all others are
   *     buyers
   */
  String token(String sub);

  /** Returns the JDBC address of PostgreSQL, past any link that injects faults. */
  String databaseUrl();

  /** Returns the address of the Redis that locks are kept in. */
  String locksRedisUrl();

  /** Returns the port of the matchmaker at the server with this number, from 0. */
  int grpcPort(int server);

  /** Returns the addresses of the Kafka brokers. */
  String kafka();
}
