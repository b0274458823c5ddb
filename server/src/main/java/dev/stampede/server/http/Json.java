package dev.stampede.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/** JSON as strict as RFC 8259 lets us be: one value, one spelling, nothing beyond the limits. */
final class Json {

  static final int MAX_DEPTH = 32;
  static final int MAX_NUMBER_CHARS = 64;
  static final int MAX_NAME_CHARS = 128;

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(MAX_DEPTH)
                          .maxNumberLength(MAX_NUMBER_CHARS)
                          .maxNameLength(MAX_NAME_CHARS)
                          .build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          // A double would turn 1e400 into infinity and 0.1 into something near it.
          .enable(JsonNodeFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private Json() {}

  static JsonNode parse(byte[] body) {
    requireUtf8(body);
    try {
      JsonNode tree = MAPPER.readTree(body);
      if (tree.isMissingNode()) {
        throw malformed("the body is empty; send one JSON value");
      }
      return tree;
    } catch (StreamConstraintsException e) {
      throw malformed(
          "the JSON body exceeds a limit%s: nesting %d, numbers %d characters, names %d characters"
              .formatted(place(e), MAX_DEPTH, MAX_NUMBER_CHARS, MAX_NAME_CHARS));
    } catch (NumberFormatException e) {
      throw malformed("a number in the JSON body has too large an exponent; write it shorter");
    } catch (JacksonException e) {
      throw malformed(
          "the body is not one JSON value without duplicate names; parsing failed%s"
              .formatted(place(e)));
    }
  }

  static byte[] write(Object value) {
    return MAPPER.writeValueAsBytes(value);
  }

  /**
   * The parser would guess UTF-16 from zero bytes and lets overlong sequences pass. A scan settles
   * both; it ends the matter for plain ASCII, which is nearly everything.
   */
  private static void requireUtf8(byte[] body) {
    boolean ascii = true;
    for (byte b : body) {
      if (b <= 0) {
        if (b == 0) {
          throw malformed("the body has a zero byte; send JSON in UTF-8");
        }
        ascii = false;
      }
    }
    if (!ascii) {
      try {
        UTF_8.newDecoder().decode(ByteBuffer.wrap(body));
      } catch (CharacterCodingException e) {
        throw malformed("the body is not valid UTF-8");
      }
    }
  }

  private static String place(JacksonException e) {
    TokenStreamLocation at = e.getLocation();
    return at == null || at.getLineNr() < 1
        ? ""
        : " at line %d, column %d".formatted(at.getLineNr(), at.getColumnNr());
  }

  private static Refusal malformed(String detail) {
    return Refusal.of(Problem.of(ProblemType.MALFORMED_REQUEST, detail));
  }
}
