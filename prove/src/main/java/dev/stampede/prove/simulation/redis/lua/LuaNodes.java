package dev.stampede.prove.simulation.redis.lua;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import org.jspecify.annotations.Nullable;

/** The parts that a script consists of, each of which can be carried out. */
final class LuaNodes {

  /** The variables of one call of a function, and those of the function around it. */
  static final class Frame {
    private final @Nullable Object[] slots;
    private final @Nullable Frame outer;

    Frame(int size, @Nullable Frame outer) {
      this.slots = new Object[size];
      this.outer = outer;
    }

    private Frame out(int hops) {
      Frame frame = this;
      for (int i = 0; i < hops; i++) {
        frame = frame.outer;
        if (frame == null) {
          throw new LuaException("there is no function around the outermost one");
        }
      }
      return frame;
    }

    void set(int slot, @Nullable Object value) {
      slots[slot] = value;
    }
  }

  /** Something that has a value. */
  interface Expression {

    @Nullable Object value(Frame frame);

    /** All its values: a call may have any number. */
    default List<@Nullable Object> values(Frame frame) {
      return Collections.singletonList(value(frame));
    }
  }

  /** An expression in parentheses: of the values of a call, the first. */
  record First(Expression inside) implements Expression {
    @Override
    public @Nullable Object value(Frame frame) {
      return inside.value(frame);
    }
  }

  /** Something to which a value can be given. */
  interface Target extends Expression {
    void assign(Frame frame, @Nullable Object value);
  }

  /** Something to do; it answers with the results of the function if it ends that. */
  interface Statement {
    @Nullable List<@Nullable Object> run(Frame frame);
  }

  private LuaNodes() {}

  /** A variable of this function, or of the one so many around it. */
  record Variable(int hops, int slot) implements Target {
    @Override
    public @Nullable Object value(Frame frame) {
      return frame.out(hops).slots[slot];
    }

    @Override
    public void assign(Frame frame, @Nullable Object value) {
      frame.out(hops).slots[slot] = value;
    }
  }

  /** An element of a table. */
  record Element(Expression table, Expression key) implements Target {
    @Override
    public @Nullable Object value(Frame frame) {
      return table(frame).get(key.value(frame));
    }

    @Override
    public void assign(Frame frame, @Nullable Object value) {
      Object at = key.value(frame);
      if (at == null) {
        throw new LuaException("a table has no element nil");
      }
      table(frame).set(at, value);
    }

    private LuaTable table(Frame frame) {
      return table.value(frame) instanceof LuaTable found ? found : missing(frame);
    }

    private LuaTable missing(Frame frame) {
      throw new LuaException("attempt to index " + table.value(frame));
    }
  }

  /** A call. */
  record Call(Expression function, List<Expression> arguments) implements Expression {
    @Override
    public @Nullable Object value(Frame frame) {
      List<@Nullable Object> values = values(frame);
      return values.isEmpty() ? null : values.getFirst();
    }

    @Override
    public List<@Nullable Object> values(Frame frame) {
      if (function.value(frame) instanceof LuaFunction called) {
        return called.call(all(arguments, frame));
      }
      throw new LuaException("attempt to call " + function.value(frame));
    }
  }

  /** A table's constructor: a list. */
  record Listed(List<Expression> elements) implements Expression {
    @Override
    public Object value(Frame frame) {
      LuaTable table = new LuaTable();
      double index = 1;
      for (Object element : all(elements, frame)) {
        table.set(index++, element);
      }
      return table;
    }
  }

  /** An operation on two numbers. */
  record Calculation(Expression left, Expression right, DoubleBinaryOperator operator)
      implements Expression {
    @Override
    public Object value(Frame frame) {
      return operator.applyAsDouble(
          LuaValues.number(left.value(frame)), LuaValues.number(right.value(frame)));
    }
  }

  /** The values of expressions; of all but the last only the first value counts. */
  static List<@Nullable Object> all(List<Expression> expressions, Frame frame) {
    List<@Nullable Object> values = new ArrayList<>(expressions.size());
    for (int i = 0; i < expressions.size(); i++) {
      if (i == expressions.size() - 1) {
        values.addAll(expressions.get(i).values(frame));
      } else {
        values.add(expressions.get(i).value(frame));
      }
    }
    return values;
  }

  /** One after the other. */
  record Block(List<Statement> statements) implements Statement {
    @Override
    public @Nullable List<@Nullable Object> run(Frame frame) {
      for (Statement statement : statements) {
        List<@Nullable Object> ended = statement.run(frame);
        if (ended != null) {
          return ended;
        }
      }
      return null;
    }
  }

  /** Gives values to targets, all of which are computed first. */
  record Assignment(List<? extends Target> targets, List<Expression> values) implements Statement {
    @Override
    public @Nullable List<@Nullable Object> run(Frame frame) {
      if (targets.size() == 1 && values.size() == 1) {
        targets.getFirst().assign(frame, values.getFirst().value(frame));
        return null;
      }
      List<@Nullable Object> all = all(values, frame);
      for (int i = 0; i < targets.size(); i++) {
        targets.get(i).assign(frame, i < all.size() ? all.get(i) : null);
      }
      return null;
    }
  }

  /** If, with or without an else. */
  record If(Expression condition, Statement then, Statement otherwise) implements Statement {
    @Override
    public @Nullable List<@Nullable Object> run(Frame frame) {
      return (LuaValues.isTrue(condition.value(frame)) ? then : otherwise).run(frame);
    }
  }

  /** While. */
  record While(Expression condition, Statement body) implements Statement {
    @Override
    public @Nullable List<@Nullable Object> run(Frame frame) {
      while (LuaValues.isTrue(condition.value(frame))) {
        List<@Nullable Object> ended = body.run(frame);
        if (ended != null) {
          return ended;
        }
      }
      return null;
    }
  }

  /** From a number to another, in steps. */
  record For(int slot, Expression from, Expression to, Expression step, Statement body)
      implements Statement {
    @Override
    public @Nullable List<@Nullable Object> run(Frame frame) {
      double last = LuaValues.number(to.value(frame));
      double by = LuaValues.number(step.value(frame));
      for (double i = LuaValues.number(from.value(frame));
          by > 0 ? i <= last : i >= last;
          i += by) {
        frame.set(slot, i);
        List<@Nullable Object> ended = body.run(frame);
        if (ended != null) {
          return ended;
        }
      }
      return null;
    }
  }

  /** Over a list, with {@code ipairs}. */
  record ForEach(int index, int value, Expression list, Statement body) implements Statement {
    @Override
    public @Nullable List<@Nullable Object> run(Frame frame) {
      if (!(list.value(frame) instanceof LuaTable table)) {
        throw new LuaException("ipairs wants a table");
      }
      for (int i = 1; i <= table.length(); i++) {
        frame.set(index, (double) i);
        frame.set(value, table.get((double) i));
        List<@Nullable Object> ended = body.run(frame);
        if (ended != null) {
          return ended;
        }
      }
      return null;
    }
  }

  /** A function's definition: it sees the variables around it. */
  @SuppressWarnings("ArrayRecordComponent") // its one number is known when the body has been read
  record Definition(Integer parameters, int[] size, Statement body) implements Expression {
    @Override
    public Object value(Frame around) {
      LuaFunction function =
          arguments -> {
            Frame frame = new Frame(size[0], around);
            for (int i = 0; i < parameters; i++) {
              frame.set(i, i < arguments.size() ? arguments.get(i) : null);
            }
            List<@Nullable Object> ended = body.run(frame);
            return ended == null ? List.of() : ended;
          };
      return function;
    }
  }
}
