package dev.stampede.chaos.judge;

import dev.stampede.chaos.deployment.ChaosDeployment;
import dev.stampede.testkit.Topic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Compares the events that a consumer of the topics reads with the tables. */
final class EventCheck {

  private static final String SEATS =
      """
      SELECT show_id || '/A-' || number / %1$d + 1 || '-' || number %% %1$d + 1 || ' ' || version
        || ' ' || CASE state WHEN 'f' THEN 'seat.released' WHEN 'h' THEN 'seat.held'
          ELSE 'seat.sold' END
      FROM seat
      WHERE version > 0"""
          .formatted(ChaosDeployment.SEATS_PER_ROW);

  private static final String BOOKINGS =
      """
      SELECT id || ' ' || CASE WHEN cancelled_at IS NULL THEN '1 booking.confirmed'
        ELSE '2 booking.cancelled' END
      FROM booking""";

  private final ChaosDeployment deployment;
  private final Tables tables;

  EventCheck(ChaosDeployment deployment, Tables tables) {
    this.deployment = deployment;
    this.tables = tables;
  }

  List<Finding> findings() {
    return List.of(
        finding("seat-events", SEATS, "seat events are dense, and end as the table does"),
        finding("booking-events", BOOKINGS, "booking events are dense, and end as the table does"));
  }

  private Finding finding(String name, String expected, String what) {
    Topic topic = Topic.read(deployment.kafka(), deployment.topic(name));
    List<String> wrong = new ArrayList<>(topic.wrong());
    Map<String, String> ends = new HashMap<>();
    topic
        .events()
        .forEach(
            (key, events) ->
                ends.put(
                    key,
                    "%s %d %s"
                        .formatted(key, events.size(), events.getLast().path("type").asString())));
    for (String line : tables.lines(expected)) {
      String key = line.substring(0, line.indexOf(' '));
      String told = ends.getOrDefault(key, "nothing");
      ends.remove(key);
      if (!told.equals(line)) {
        wrong.add("the table has %s, was told: %s".formatted(line, told));
      }
    }
    ends.values().forEach(told -> wrong.add("the table knows nothing of " + told));
    return Finding.of(what, topic.records().size(), wrong);
  }
}
