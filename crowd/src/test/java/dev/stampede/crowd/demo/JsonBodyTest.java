package dev.stampede.crowd.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class JsonBodyTest {

  @Test
  void fieldsAreFoundByName() {
    JsonBody json =
        JsonBody.of(
            """
            {"text": "a \\"b\\" \\u00e4\\n", "whole": 42, "far": 9007199254740991, "yes": true,
             "no": false, "nothing": null, "empty": {}, "none": [ ],
             "list": [{"name": "A"}, {"name": "B"}], "deep": {"er": {"est": -1.5e2}}}""");

    assertThat(json.text("text")).isEqualTo("a \"b\" ä\n");
    assertThat(json.whole("whole", 0)).isEqualTo(42);
    assertThat(json.whole("far", 0)).isEqualTo(9_007_199_254_740_991L);
    assertThat(json.flag("yes")).isTrue();
    assertThat(json.flag("no")).isFalse();
    assertThat(json.at("list").items())
        .extracting(item -> item.text("name"))
        .containsExactly("A", "B");
    assertThat(json.at("none").items()).isEmpty();
    assertThat(json.at("deep").at("er").whole("est", 0)).isEqualTo(-150);
  }

  @Test
  void aMissingFieldOrOneOfAnotherTypeYieldsTheDefault() {
    JsonBody json = JsonBody.of("{\"text\": \"a\", \"nothing\": null}");

    assertThat(json.text("nothing")).isEmpty();
    assertThat(json.text("missing")).isEmpty();
    assertThat(json.whole("text", 7)).isEqualTo(7);
    assertThat(json.flag("text")).isFalse();
    assertThat(json.at("text").at("deeper").items()).isEmpty();
  }

  @Test
  void invalidJsonIsEmptyAndThrowsNothing() {
    for (String text :
        List.of(
            "",
            "<html>",
            "{",
            "{\"a\"",
            "{\"a\":",
            "{\"a\":1",
            "{\"a\" 1}",
            "{a:1}",
            "[1,",
            "\"open",
            "\"\\u12\"",
            "\"\\uzzzz\"",
            "tru",
            "--1",
            "[".repeat(1_000))) {
      assertThat(JsonBody.of(text).text("a")).as(text).isEmpty();
    }
  }
}
