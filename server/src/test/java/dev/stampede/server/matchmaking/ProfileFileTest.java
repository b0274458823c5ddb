package dev.stampede.server.matchmaking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.matchmaking.match.OneVersusOne;
import dev.stampede.matchmaking.match.SkillWindow;
import dev.stampede.matchmaking.pool.DoubleRangeFilter;
import dev.stampede.matchmaking.pool.Pool;
import dev.stampede.matchmaking.pool.StringEqualsFilter;
import dev.stampede.matchmaking.pool.TagPresentFilter;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProfileFileTest {

  @TempDir Path folder;

  @Test
  void profilesAreReadWithTheirPoolsFunctionAndAssigner() throws IOException {
    ProfileFile.Content content =
        read(
            """
            {"profiles": [
              {"name": "duel",
               "pools": [{"name": "everybody"}],
               "function": {"kind": "1v1"},
               "assigner": {"kind": "fixed", "connection": "game.example:7777"}},
              {"name": "ranked",
               "pools": [{"name": "eu",
                          "doubleRangeFilters": [{"doubleArg": "level", "min": 10, "max": "Infinity", "exclude": "MIN"}],
                          "stringEqualsFilters": [{"stringArg": "region", "value": "eu"}],
                          "tagPresentFilters": [{"tag": "ranked"}],
                          "createdAfter": "2026-01-01T00:00:00Z"}],
               "function": {"kind": "skill-window", "players": 4, "skillArg": "mmr", "window": 50,
                            "widensPerSecond": 2.5, "widest": 400},
               "assigner": {"kind": "http", "url": "http://allocator.example/place", "timeoutMillis": 500}}
            ]}
            """);

    assertThat(content.problems()).isEmpty();
    ProfileSettings duel = content.profiles().getFirst();
    assertThat(duel.function()).isInstanceOf(OneVersusOne.class);
    assertThat(duel.profile().pools()).containsExactly(Pool.everybody("everybody"));
    assertThat(duel.assigner()).isEqualTo(new AssignerSettings.Fixed("game.example:7777"));
    ProfileSettings ranked = content.profiles().getLast();
    assertThat(ranked.function()).isEqualTo(new SkillWindow(4, "mmr", 50, 2.5, 400));
    assertThat(ranked.profile().pools())
        .containsExactly(
            new Pool(
                "eu",
                List.of(
                    new DoubleRangeFilter(
                        "level", 10, Double.POSITIVE_INFINITY, DoubleRangeFilter.Exclude.MIN)),
                List.of(new StringEqualsFilter("region", "eu")),
                List.of(new TagPresentFilter("ranked")),
                Optional.empty(),
                Optional.of(Instant.parse("2026-01-01T00:00:00Z"))));
    assertThat(ranked.assigner())
        .isEqualTo(
            new AssignerSettings.Http(
                URI.create("http://allocator.example/place"), Duration.ofMillis(500)));
  }

  @Test
  void allThatIsWrongIsSaidAtOnce() throws IOException {
    ProfileFile.Content content =
        read(
            """
            {"colour": "red", "profiles": [
              {"name": "",
               "pools": [{"name": "a", "doubleRangeFilters": [{"doubleArg": "x", "min": "NaN", "max": 1, "exclude": "SOME"}]},
                         {"name": "a"}],
               "function": {"kind": "2v2"},
               "assigner": {"kind": "http", "url": "ftp://me:secret@host/", "timeoutMillis": 0}},
              {"name": "b", "pools": [],
               "function": {"kind": "skill-window", "players": 1, "skillArg": "mmr", "window": 5, "widest": 4},
               "assigner": {"kind": "fixed"}}
            ]}
            """);

    assertThat(content.profiles()).isEmpty();
    assertThat(content.problems())
        .containsExactlyInAnyOrder(
            "colour is not a known field; known fields are profiles",
            "profiles[0].name is \"\"; give a text of 1..128 printable characters",
            "profiles[0].pools[0].doubleRangeFilters[0].min is \"NaN\"; give a number, -Infinity..Infinity",
            "profiles[0].pools[0].doubleRangeFilters[0].exclude is \"SOME\"; give NONE, MIN, MAX, BOTH",
            "profiles[0].pools[1].name is \"a\" for the second time; names are unique",
            "profiles[0].function.kind is \"2v2\"; give 1v1, skill-window",
            "profiles[0].assigner.url is not a URL; give http://host/path or https://host/path",
            "profiles[0].assigner.timeoutMillis is 0; give a whole number, 1..20000",
            "profiles[1].pools is a list of 0; give a list of 1..100 objects",
            "profiles[1].function.players is 1; give a whole number, 2..100",
            "profiles[1].assigner.connection is missing; give a text of 1..512 printable characters");
  }

  @Test
  void theReaderReportsInvalidJsonWithItsLine() throws IOException {
    assertThat(read("{\"profiles\": [\n  {,}\n]}").problems())
        .singleElement()
        .asString()
        .contains("line 2");
    assertThat(read("[]").problems())
        .contains("profiles is missing; give a list of 1..100 objects");
    assertThat(read("").problems()).isNotEmpty();
  }

  /** Readers copy this file, so it must be good. */
  @Test
  void theFileInTheDocumentationIsGood() throws IOException {
    Path root = Path.of(System.getProperty("stampede.root"));
    String page = Files.readString(root.resolve("docs/matchmaking.md"));
    int from = page.indexOf("```json\n") + "```json\n".length();

    ProfileFile.Content content = read(page.substring(from, page.indexOf("```", from)));

    assertThat(content.problems()).isEmpty();
    assertThat(content.profiles()).hasSize(2);
  }

  private ProfileFile.Content read(String json) throws IOException {
    Path file = folder.resolve("profiles.json");
    Files.writeString(file, json);
    return ProfileFile.read(file);
  }
}
