package dev.stampede.engine.waitingroom.draw;

import static dev.stampede.engine.waitingroom.draw.Fixture.KEYS;
import static dev.stampede.engine.waitingroom.draw.Fixture.SHOW;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Buyer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The numbers in docs/fair-queue.md are those that the code gives, line by line. */
final class WorkedExampleTest {

  private static final Path PAGE =
      Path.of(System.getProperty("stampede.root", ".."), "docs", "fair-queue.md");

  @Test
  void theWorkedExampleIsWhatTheCodeGives() throws Exception {
    assertThat(Files.readString(PAGE, UTF_8)).contains("```\n" + example() + "```\n");
  }

  private static String example() {
    List<String> lines = new ArrayList<>();
    lines.add("secret      " + KEYS.secret().reveal());
    lines.add("commitment  " + KEYS.secret().commitment());
    lines.add("nonce key   " + HexFormat.of().formatHex(KEYS.nonceKey().bytes()));
    EarlyArrivals arrivals = new EarlyArrivals();
    for (String name : List.of("alice", "bob", "carol")) {
      Buyer buyer = new Buyer(name);
      Nonce nonce = KEYS.nonceKey().nonce(SHOW, buyer);
      arrivals.add(name, arrivals.size() + 1L);

      lines.add("%-5s nonce %s".formatted(name, nonce));
      lines.add("%-5s leaf  %s".formatted(name, LeafMaker.leaf(buyer, nonce)));
    }
    Draw draw = Draw.of(SHOW, KEYS, arrivals);
    lines.add("root        " + draw.root());
    for (int place = 1; place <= draw.size(); place++) {
      byte[] key = new byte[Hash.BYTES];
      new OrderKeys(KEYS.secret(), draw.root()).make(Fixture.leaf(draw, place).bytes(), 0, key, 0);
      lines.add(
          "place %d     %s  %s".formatted(place, Hash.of(key), UTF_8.decode(draw.buyer(place))));
    }
    return String.join("\n", lines) + "\n";
  }
}
