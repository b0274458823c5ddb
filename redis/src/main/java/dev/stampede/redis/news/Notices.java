package dev.stampede.redis.news;

import dev.stampede.engine.claim.SeatState;
import dev.stampede.engine.seats.SeatNotice;

/** A notice as text, without spaces: {@code seat:rank:letter:until:owner}. */
final class Notices {

  private static final int FIELDS = 5;

  private Notices() {}

  static String text(SeatNotice notice) {
    return notice.seat()
        + ":"
        + notice.rank()
        + ":"
        + notice.state().letter()
        + ":"
        + notice.untilMillis()
        + ":"
        + notice.owner();
  }

  static SeatNotice parse(String text) {
    String[] fields = text.split(":", -1);
    if (fields.length != FIELDS || fields[2].length() != 1) {
      throw new IllegalArgumentException("'" + text + "' is no notice");
    }
    return new SeatNotice(
        Integer.parseInt(fields[0]),
        Integer.parseInt(fields[1]),
        SeatState.of(fields[2].charAt(0)),
        Long.parseLong(fields[3]),
        Integer.parseInt(fields[4]));
  }
}
