package dev.stampede.server.show;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class IfMatchTest {

  @Test
  void tagsNameVersions() {
    assertThat(IfMatch.parse("\"3\"")).hasValue(new IfMatch(false, List.of(3)));
    assertThat(IfMatch.parse(IfMatch.tag(12))).hasValue(new IfMatch(false, List.of(12)));
    assertThat(IfMatch.parse(" \"3\" , \"4\"")).hasValue(new IfMatch(false, List.of(3, 4)));
    assertThat(IfMatch.parse("*")).hasValue(new IfMatch(true, List.of()));
  }

  @Test
  void tagsThatAreNotOursOrWeakNameNone() {
    for (String foreign : List.of("W/\"3\"", "\"\"", "\"03\"", "\"abc\"", "\"99999999999\"")) {
      assertThat(IfMatch.parse(foreign)).as(foreign).hasValue(new IfMatch(false, List.of()));
    }
  }

  @Test
  void aMalformedIfMatchHeaderIsRefused() {
    for (String wrong :
        List.of("", " ", "3", "\"3", "\"3\",", ",\"3\"", "\"3\" \"4\"", "\"a b\"", "\"3\"x")) {
      assertThat(IfMatch.parse(wrong)).as(wrong).isEmpty();
    }
    assertThat(IfMatch.parse("\"" + "3".repeat(2_000) + "\"")).isEmpty();
  }
}
