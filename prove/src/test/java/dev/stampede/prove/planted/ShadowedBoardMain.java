package dev.stampede.prove.planted;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stampede.engine.claim.SeatState;
import dev.stampede.engine.seats.Position;
import dev.stampede.engine.seats.SeatBoard;
import dev.stampede.engine.seats.SeatNotice;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import dev.stampede.engine.show.ShowId;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;

/** Says what a board of this class path does with old news, and by which rule a script drops it. */
final class ShadowedBoardMain {

  private static final String SCRIPT = "/dev/stampede/redis/news/tell.lua";

  private ShadowedBoardMain() {}

  public static void main(String[] arguments) throws IOException {
    System.out.println(sighted());
  }

  static String sighted() throws IOException {
    SeatBoard board = new SeatBoard(new ShowId(1), map(), Position.fresh(), false, 100);
    board.apply(new SeatNotice(0, 4, SeatState.SOLD, 0, 7));
    boolean applied = board.apply(new SeatNotice(0, 2, SeatState.FREE, 0, 0));
    return "%s, %s".formatted(applied ? "applied" : "dropped", rule());
  }

  private static SeatMap map() {
    return new SeatMap(List.of(new Section.Mapped("A", 50, 1, 1)));
  }

  private static String rule() throws IOException {
    try (InputStream script =
        Objects.requireNonNull(ShadowedBoardMain.class.getResourceAsStream(SCRIPT), SCRIPT)) {
      return new String(script.readAllBytes(), UTF_8)
          .lines()
          .map(String::strip)
          .filter(line -> line.startsWith("if rank "))
          .findFirst()
          .orElseThrow()
          .replaceAll("^if | then$", "");
    }
  }
}
