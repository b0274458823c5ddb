package dev.stampede.prove.site;

import dev.stampede.testkit.OwnRedis;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Looks for nodes of Redis that do not answer. */
final class RedisComplaints {

  private RedisComplaints() {}

  static List<String> ofNodes(List<OwnRedis> nodes) {
    List<String> complaints = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      if (!answers(nodes.get(i))) {
        complaints.add("redis-%d at %s does not answer".formatted(i, nodes.get(i).node()));
      }
    }
    return complaints;
  }

  static boolean answers(OwnRedis node) {
    try {
      return node.isAlive() && node.ask("PING").equals("PONG");
    } catch (IOException away) {
      return false;
    }
  }
}
