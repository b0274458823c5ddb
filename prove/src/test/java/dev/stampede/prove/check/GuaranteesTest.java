package dev.stampede.prove.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.harness.StampedeRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The page of guarantees names the invariants of the checker, all of them and no others. */
final class GuaranteesTest {

  private static final String INVARIANT = "[a-z-]+";
  private static final String NONE = "–";

  /** In a row between bars: nothing, the guarantee, its tests, its invariants, nothing. */
  private static final int CELLS = 4;

  @Test
  void everyGuaranteeNamesItsInvariantsAndEveryInvariantWatchesOne() throws IOException {
    Set<String> named = new TreeSet<>();
    for (String row : rows()) {
      String[] cells = row.split(" ?\\| ?");
      assertThat(cells).as(row).hasSize(CELLS);
      if (!cells[CELLS - 1].equals(NONE)) {
        for (String name : cells[CELLS - 1].split(", ", -1)) {
          assertThat(name).as(row).matches("`" + INVARIANT + "`");
          named.add(name.replace("`", ""));
        }
      }
    }

    assertThat(named).containsExactlyInAnyOrderElementsOf(Invariants.names());
  }

  private static List<String> rows() throws IOException {
    return Files.readAllLines(StampedeRoot.path().resolve("docs/guarantees.md")).stream()
        .filter(line -> line.startsWith("| ") && line.contains("Test.java"))
        .toList();
  }
}
