package dev.stampede.crowd.demo;

/** What the server said. */
record Reply(int status, Json body) {

  private static final String PROBLEMS = "/problems/";

  /** What is wrong, as the last part of the problem's type; empty when nothing is. */
  String problem() {
    String type = body.text("type");
    return type.startsWith(PROBLEMS) ? type.substring(PROBLEMS.length()) : type;
  }
}
