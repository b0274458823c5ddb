package dev.stampede.prove.simulation.redis.lua;

import dev.stampede.prove.simulation.redis.lua.LuaLexer.Kind;
import dev.stampede.prove.simulation.redis.lua.LuaLexer.Word;
import dev.stampede.prove.simulation.redis.lua.LuaNodes.Calculation;
import dev.stampede.prove.simulation.redis.lua.LuaNodes.Call;
import dev.stampede.prove.simulation.redis.lua.LuaNodes.Element;
import dev.stampede.prove.simulation.redis.lua.LuaNodes.Expression;
import dev.stampede.prove.simulation.redis.lua.LuaNodes.First;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the expressions of a script. */
final class LuaExpressions {

  /** The precedence of operators. */
  private static final Map<String, Integer> STRENGTH =
      Map.ofEntries(
          Map.entry("or", 1),
          Map.entry("and", 2),
          Map.entry("==", 3),
          Map.entry("~=", 3),
          Map.entry("<", 3),
          Map.entry(">", 3),
          Map.entry("<=", 3),
          Map.entry(">=", 3),
          Map.entry("..", 4),
          Map.entry("+", 5),
          Map.entry("-", 5),
          Map.entry("*", 6),
          Map.entry("/", 6),
          Map.entry("%", 6));

  private static final int UNARY = 7;

  private final LuaWords words;
  private final LuaScopes scopes;

  LuaExpressions(LuaWords words, LuaScopes scopes) {
    this.words = words;
    this.scopes = scopes;
  }

  List<Expression> list() {
    List<Expression> list = new ArrayList<>();
    do {
      list.add(one());
    } while (words.takes(","));
    return list;
  }

  Expression one() {
    return above(0);
  }

  private Expression above(int strength) {
    Expression left = operand();
    while (true) {
      Word operator = words.peek();
      int own = isOperator(operator) ? STRENGTH.getOrDefault(operator.text(), 0) : 0;
      if (own <= strength) {
        return left;
      }
      words.take();
      // Texts are joined from the right.
      Expression right = above(operator.is("..") ? own - 1 : own);
      left = binary(operator.text(), left, right);
    }
  }

  private static boolean isOperator(Word word) {
    return (word.kind() == Kind.SYMBOL || word.kind() == Kind.KEYWORD)
        && STRENGTH.containsKey(word.text());
  }

  private static Expression binary(String operator, Expression left, Expression right) {
    return switch (operator) {
      case "or" ->
          frame -> {
            Object value = left.value(frame);
            return LuaValues.isTrue(value) ? value : right.value(frame);
          };
      case "and" ->
          frame -> {
            Object value = left.value(frame);
            return LuaValues.isTrue(value) ? right.value(frame) : value;
          };
      case "==" -> frame -> LuaValues.isEqual(left.value(frame), right.value(frame));
      case "~=" -> frame -> !LuaValues.isEqual(left.value(frame), right.value(frame));
      case "<" -> frame -> LuaValues.compare(left.value(frame), right.value(frame)) < 0;
      case ">" -> frame -> LuaValues.compare(left.value(frame), right.value(frame)) > 0;
      case "<=" -> frame -> LuaValues.compare(left.value(frame), right.value(frame)) <= 0;
      case ">=" -> frame -> LuaValues.compare(left.value(frame), right.value(frame)) >= 0;
      case ".." -> frame -> LuaValues.text(left.value(frame)) + LuaValues.text(right.value(frame));
      case "+" -> new Calculation(left, right, Double::sum);
      case "-" -> new Calculation(left, right, (a, b) -> a - b);
      case "*" -> new Calculation(left, right, (a, b) -> a * b);
      case "/" -> new Calculation(left, right, (a, b) -> a / b);
      case "%" -> new Calculation(left, right, (a, b) -> a - Math.floor(a / b) * b);
      default -> throw new LuaException("there is no operator " + operator);
    };
  }

  private Expression operand() {
    if (words.takes("not")) {
      Expression of = above(UNARY);
      return frame -> !LuaValues.isTrue(of.value(frame));
    }
    if (words.takes("-")) {
      Expression of = above(UNARY);
      return frame -> -LuaValues.number(of.value(frame));
    }
    if (words.takes("#")) {
      Expression of = above(UNARY);
      return frame -> length(of.value(frame));
    }
    return simple();
  }

  private static double length(@Nullable Object value) {
    return switch (value) {
      case LuaTable table -> table.length();
      case String text -> text.length();
      case null, default -> throw new LuaException("attempt to get the length of " + value);
    };
  }

  private Expression simple() {
    return switch (words.peek().kind()) {
      case NUMBER -> {
        double number = Double.parseDouble(words.take().text());
        yield _ -> number;
      }
      case TEXT -> {
        String text = words.take().text();
        yield _ -> text;
      }
      default -> named();
    };
  }

  private Expression named() {
    if (words.takes("nil")) {
      return _ -> null;
    }
    if (words.takes("true")) {
      return _ -> true;
    }
    if (words.takes("false")) {
      return _ -> false;
    }
    return words.takes("{") ? table() : suffixed();
  }

  private Expression table() {
    List<Expression> elements = words.peek().is("}") ? List.of() : list();
    words.expect("}");
    return new LuaNodes.Listed(elements);
  }

  /** A variable, or something in parentheses, with calls and elements behind it. */
  Expression suffixed() {
    Expression value = primary();
    while (true) {
      if (words.takes(".")) {
        String name = words.expect(Kind.NAME).text();
        value = new Element(value, _ -> name);
      } else if (words.takes("[")) {
        value = new Element(value, one());
        words.expect("]");
      } else if (words.takes("(")) {
        List<Expression> arguments = words.peek().is(")") ? List.of() : list();
        words.expect(")");
        value = new Call(value, arguments);
      } else {
        return value;
      }
    }
  }

  private Expression primary() {
    if (words.takes("(")) {
      Expression inside = one();
      words.expect(")");
      return new First(inside);
    }
    Word name = words.expect(Kind.NAME);
    return scopes.find(name.text(), name.line());
  }
}
