package dev.stampede.prove.simulation.redis.lua;

import dev.stampede.prove.simulation.redis.lua.LuaLexer.Kind;
import dev.stampede.prove.simulation.redis.lua.LuaLexer.Word;
import java.util.List;

/** The words of a script, read one after the other. */
final class LuaWords {

  private final List<Word> words;
  private int at;

  LuaWords(List<Word> words) {
    this.words = words;
  }

  Word peek() {
    return words.get(at);
  }

  Word take() {
    return words.get(at++);
  }

  /** Takes the next word if it is this one. */
  boolean takes(String text) {
    if (!peek().is(text)) {
      return false;
    }
    at++;
    return true;
  }

  void expect(String text) {
    if (!takes(text)) {
      throw new LuaException(
          "line %d: '%s' instead of '%s'".formatted(peek().line(), peek().text(), text));
    }
  }

  Word expect(Kind kind) {
    if (peek().kind() != kind) {
      throw new LuaException(
          "line %d: '%s' is no %s".formatted(peek().line(), peek().text(), kind));
    }
    return take();
  }
}
