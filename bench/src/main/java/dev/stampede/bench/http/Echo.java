package dev.stampede.bench.http;

import dev.stampede.crowd.RenderedRequest;
import dev.stampede.crowd.Target;

/** The request to every server, the same to the byte. */
public final class Echo {

  public static final String PATH = "/api/v1/dev/echo";
  static final String JSON = "application/json";

  /** About as large as a request to hold two seats. */
  public static final String BODY =
      """
      {"showId":"s-1024","seats":["A-12-7","A-12-8"],"buyer":"b-77123","total":9800,\
      "waitingRoom":true,"note":"two together, please"}""";

  private Echo() {}

  /** A server that answers this with 200 is ready to be measured. */
  static RenderedRequest probe(Target target) {
    return target.post(PATH, BODY);
  }
}
