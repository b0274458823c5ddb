package dev.stampede.prove.simulation.redis.lua;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Splits a script into its words. */
final class LuaLexer {

  /** The kinds of words. */
  enum Kind {
    NAME,
    KEYWORD,
    NUMBER,
    TEXT,
    SYMBOL,
    END
  }

  /** One word, and the line on which it stands. */
  record Word(Kind kind, String text, int line) {
    boolean is(String other) {
      return (kind == Kind.SYMBOL || kind == Kind.KEYWORD) && text.equals(other);
    }
  }

  private static final Set<String> KEYWORDS =
      Set.of(
          "and",
          "break",
          "do",
          "else",
          "elseif",
          "end",
          "false",
          "for",
          "function",
          "if",
          "in",
          "local",
          "nil",
          "not",
          "or",
          "repeat",
          "return",
          "then",
          "true",
          "until",
          "while");

  private static final List<String> SYMBOLS =
      List.of(
          "...", "..", "==", "~=", "<=", ">=", "+", "-", "*", "/", "%", "#", "<", ">", "=", "(",
          ")", "{", "}", "[", "]", ";", ":", ",", ".");

  private final String script;
  private final List<Word> words = new ArrayList<>();
  private int at;
  private int line = 1;

  private LuaLexer(String script) {
    this.script = script;
  }

  static List<Word> words(String script) {
    LuaLexer lexer = new LuaLexer(script);
    lexer.read();
    return lexer.words;
  }

  private void read() {
    while (at < script.length()) {
      char c = script.charAt(at);
      if (c == '\n') {
        line++;
        at++;
      } else if (Character.isWhitespace(c)) {
        at++;
      } else if (script.startsWith("--", at)) {
        int end = script.indexOf('\n', at);
        at = end < 0 ? script.length() : end;
      } else if (Character.isLetter(c) || c == '_') {
        name();
      } else if (Character.isDigit(c)) {
        number();
      } else if (c == '\'' || c == '"') {
        text(c);
      } else {
        symbol();
      }
    }
    add(Kind.END, "");
  }

  private void add(Kind kind, String text) {
    words.add(new Word(kind, text, line));
  }

  private void name() {
    int from = at;
    while (at < script.length()
        && (Character.isLetterOrDigit(script.charAt(at)) || script.charAt(at) == '_')) {
      at++;
    }
    String name = script.substring(from, at);
    add(KEYWORDS.contains(name) ? Kind.KEYWORD : Kind.NAME, name);
  }

  private void number() {
    int from = at;
    while (at < script.length()
        && (Character.isDigit(script.charAt(at)) || script.charAt(at) == '.')) {
      at++;
    }
    add(Kind.NUMBER, script.substring(from, at));
  }

  private void text(char quote) {
    StringBuilder text = new StringBuilder();
    for (at++; script.charAt(at) != quote; at++) {
      char c = script.charAt(at);
      if (c == '\\') {
        at++;
        c =
            switch (script.charAt(at)) {
              case 'n' -> '\n';
              case 't' -> '\t';
              case 'r' -> '\r';
              case '0' -> '\0';
              default -> script.charAt(at);
            };
      }
      text.append(c);
    }
    at++;
    add(Kind.TEXT, text.toString());
  }

  private void symbol() {
    for (String symbol : SYMBOLS) {
      if (script.startsWith(symbol, at)) {
        add(Kind.SYMBOL, symbol);
        at += symbol.length();
        return;
      }
    }
    throw new LuaException("line %d: '%s' is not understood".formatted(line, script.charAt(at)));
  }
}
