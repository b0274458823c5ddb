package dev.stampede.crowd.demo;

/** The server's reply. */
record JsonReply(int status, JsonBody body) {

  private static final String PROBLEMS = "/problems/";
  private static final String STILL_RUNNING = "idempotency-in-flight";

  /** Returns the problem, as the last part of its type; empty when there is none. */
  String problem() {
    String type = body.text("type");
    return type.startsWith(PROBLEMS) ? type.substring(PROBLEMS.length()) : type;
  }

  /** True if the same request, sent again later, may get another answer. */
  boolean asksToComeBack() {
    return status == 429 || status == 503 || problem().equals(STILL_RUNNING);
  }
}
