package dev.stampede.cli;

import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.draw.DrawProof;
import dev.stampede.engine.waitingroom.draw.DrawSecret;
import dev.stampede.engine.waitingroom.draw.Hash;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One answer of {@code GET /queue/proof}, read with suspicion: what it lacks is said, not guessed.
 *
 * @param head what every page repeats
 */
record ProofPage(DrawProof head, List<Item> items, Optional<String> next) {

  private static final JsonMapper JSON = JsonMapper.shared();

  /** A leaf, and the place that the server says it has. */
  record Item(int place, Hash leaf) {}

  ProofPage {
    items = List.copyOf(items);
  }

  static ProofPage read(byte[] body) {
    JsonNode page;
    try {
      page = JSON.readTree(body);
    } catch (JacksonException e) {
      throw CannotCheckException.notProven("the server's answer is not JSON");
    }
    String algorithm = page.path("algorithm").asString("");
    if (!algorithm.equals(DrawProof.ALGORITHM)) {
      throw CannotCheckException.notProven(
          "the server draws by '%s'; this command knows %s"
              .formatted(algorithm, DrawProof.ALGORITHM));
    }
    ShowId show = ShowId.parse(text(page, "showId")).orElseThrow(() -> bad("showId"));
    Hash commitment = hash(page, "commitment");
    if (text(page, "state").equals("gathering")) {
      return new ProofPage(new DrawProof.Gathering(show, commitment), List.of(), Optional.empty());
    }
    return new ProofPage(
        published(page, show, commitment),
        page.path("items").valueStream().map(ProofPage::item).toList(),
        page.has("nextCursor") ? Optional.of(text(page, "nextCursor")) : Optional.empty());
  }

  private static DrawProof.Published published(JsonNode page, ShowId show, Hash commitment) {
    try {
      return new DrawProof.Published(
          show,
          commitment,
          DrawSecret.parse(text(page, "secret")).orElseThrow(() -> bad("secret")),
          hash(page, "root"),
          page.path("leaves").asInt(-1),
          Instant.parse(text(page, "drawnAt")));
    } catch (IllegalArgumentException e) {
      throw bad("leaves");
    } catch (DateTimeException e) {
      throw bad("drawnAt");
    }
  }

  private static Item item(JsonNode item) {
    return new Item(item.path("place").asInt(0), hash(item, "leaf"));
  }

  private static Hash hash(JsonNode node, String field) {
    return Hash.parse(text(node, field)).orElseThrow(() -> bad(field));
  }

  private static String text(JsonNode node, String field) {
    return node.path(field).asString("");
  }

  private static CannotCheckException bad(String field) {
    return CannotCheckException.notProven(
        "the server's answer has no good '%s'; the proof is not whole".formatted(field));
  }
}
