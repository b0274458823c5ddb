package dev.stampede.prove.simulation.redis.lua;

import dev.stampede.prove.simulation.redis.lua.LuaLexer.Kind;
import dev.stampede.prove.simulation.redis.lua.LuaLexer.Word;
import dev.stampede.prove.simulation.redis.lua.LuaNodes.Assignment;
import dev.stampede.prove.simulation.redis.lua.LuaNodes.Block;
import dev.stampede.prove.simulation.redis.lua.LuaNodes.Definition;
import dev.stampede.prove.simulation.redis.lua.LuaNodes.Expression;
import dev.stampede.prove.simulation.redis.lua.LuaNodes.For;
import dev.stampede.prove.simulation.redis.lua.LuaNodes.ForEach;
import dev.stampede.prove.simulation.redis.lua.LuaNodes.If;
import dev.stampede.prove.simulation.redis.lua.LuaNodes.Statement;
import dev.stampede.prove.simulation.redis.lua.LuaNodes.Target;
import dev.stampede.prove.simulation.redis.lua.LuaNodes.While;
import java.util.ArrayList;
import java.util.List;

/** Reads the statements of a script. */
final class LuaParser {

  private static final List<String> BLOCK_ENDS = List.of("end", "else", "elseif");

  private final LuaWords words;
  private final LuaScopes scopes;
  private final LuaExpressions expressions;

  private LuaParser(String script, List<String> globals) {
    this.words = new LuaWords(LuaLexer.words(script));
    this.scopes = new LuaScopes();
    globals.forEach(scopes::declare);
    this.expressions = new LuaExpressions(words, scopes);
  }

  /** A script, and the number of slots that its variables need. The globals have the first. */
  record Parsed(Statement body, int slots) {}

  static Parsed parse(String script, List<String> globals) {
    LuaParser parser = new LuaParser(script, globals);
    Statement body = parser.block();
    parser.words.expect(Kind.END);
    return new Parsed(body, parser.scopes.size()[0]);
  }

  private Statement block() {
    scopes.open();
    List<Statement> statements = new ArrayList<>();
    while (!isBlockEnd()) {
      statements.add(statement());
    }
    scopes.close();
    return new Block(statements);
  }

  private boolean isBlockEnd() {
    Word next = words.peek();
    return next.kind() == Kind.END || BLOCK_ENDS.stream().anyMatch(next::is);
  }

  private Statement statement() {
    if (words.takes("local")) {
      return words.takes("function") ? localFunction() : local();
    }
    if (words.takes("if")) {
      return conditional();
    }
    if (words.takes("while")) {
      Expression condition = expressions.one();
      words.expect("do");
      return new While(condition, bodyToEnd());
    }
    if (words.takes("for")) {
      return loop();
    }
    if (words.takes("return")) {
      List<Expression> values = isBlockEnd() ? List.of() : expressions.list();
      return frame -> LuaNodes.all(values, frame);
    }
    return callOrAssignment();
  }

  private Statement bodyToEnd() {
    Statement body = block();
    words.expect("end");
    return body;
  }

  private Statement local() {
    List<String> names = names();
    List<Expression> values = words.takes("=") ? expressions.list() : List.of();
    // Declared after the values: they may use a variable of the same name.
    List<Target> targets = new ArrayList<>();
    names.forEach(name -> targets.add(new LuaNodes.Variable(0, scopes.declare(name))));
    return new Assignment(targets, values);
  }

  private List<String> names() {
    List<String> names = new ArrayList<>();
    do {
      names.add(words.expect(Kind.NAME).text());
    } while (words.takes(","));
    return names;
  }

  private Statement localFunction() {
    String name = words.expect(Kind.NAME).text();
    Target variable = new LuaNodes.Variable(0, scopes.declare(name));
    scopes.beginFunction();
    words.expect("(");
    List<String> parameters = words.peek().is(")") ? List.of() : names();
    words.expect(")");
    parameters.forEach(scopes::declare);
    Statement body = bodyToEnd();
    Expression definition = new Definition(parameters.size(), scopes.size(), body);
    scopes.endFunction();
    return new Assignment(List.of(variable), List.of(definition));
  }

  private Statement conditional() {
    Expression condition = expressions.one();
    words.expect("then");
    Statement then = block();
    if (words.takes("elseif")) {
      return new If(condition, then, conditional());
    }
    Statement otherwise = words.takes("else") ? block() : new Block(List.of());
    words.expect("end");
    return new If(condition, then, otherwise);
  }

  private Statement loop() {
    String first = words.expect(Kind.NAME).text();
    if (!words.takes("=")) {
      return forEach(first);
    }
    Expression from = expressions.one();
    words.expect(",");
    Expression to = expressions.one();
    Expression step = words.takes(",") ? expressions.one() : _ -> 1.0;
    words.expect("do");
    scopes.open();
    int slot = scopes.declare(first);
    Statement body = bodyToEnd();
    scopes.close();
    return new For(slot, from, to, step, body);
  }

  private Statement forEach(String index) {
    words.expect(",");
    String value = words.expect(Kind.NAME).text();
    words.expect("in");
    Word pairs = words.expect(Kind.NAME);
    if (!pairs.text().equals("ipairs")) {
      throw new LuaException(
          "line %d: a loop goes over ipairs here, not %s".formatted(pairs.line(), pairs.text()));
    }
    Expression list = expressions.one();
    words.expect("do");
    scopes.open();
    int first = scopes.declare(index);
    int second = scopes.declare(value);
    Statement body = bodyToEnd();
    scopes.close();
    return new ForEach(first, second, list, body);
  }

  private Statement callOrAssignment() {
    Expression first = expressions.suffixed();
    if (first instanceof LuaNodes.Call call) {
      return frame -> {
        call.values(frame);
        return null;
      };
    }
    List<Target> targets = new ArrayList<>();
    targets.add(target(first));
    while (words.takes(",")) {
      targets.add(target(expressions.suffixed()));
    }
    words.expect("=");
    return new Assignment(targets, expressions.list());
  }

  private Target target(Expression expression) {
    if (expression instanceof Target target) {
      return target;
    }
    throw new LuaException("line %d: nothing can be assigned here".formatted(words.peek().line()));
  }
}
