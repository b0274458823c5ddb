package dev.stampede.crowd.demo;

/** The server's reply. */
record JsonReply(int status, JsonBody body) {

  private static final String PROBLEMS = "/problems/";

  /** Returns the problem, as the last part of its type; empty when there is none. */
  String problem() {
    String type = body.text("type");
    return type.startsWith(PROBLEMS) ? type.substring(PROBLEMS.length()) : type;
  }
}
