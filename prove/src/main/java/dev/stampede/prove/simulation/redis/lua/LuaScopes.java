package dev.stampede.prove.simulation.redis.lua;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The variables that can be seen at one place of a script, and where they are kept. */
final class LuaScopes {

  /** The variables of one function, block within block; the number of slots used is filled in. */
  private static final class Function {
    private final Deque<Map<String, Integer>> blocks = new ArrayDeque<>();
    private final int[] size = new int[1];

    private Function() {
      blocks.push(new HashMap<>());
    }
  }

  private final List<Function> functions = new ArrayList<>(List.of(new Function()));

  private Function innermost() {
    return functions.getLast();
  }

  void open() {
    innermost().blocks.push(new HashMap<>());
  }

  void close() {
    innermost().blocks.pop();
  }

  void beginFunction() {
    functions.add(new Function());
  }

  void endFunction() {
    functions.removeLast();
  }

  /** The number of slots of the innermost function; it grows until that ends. */
  int[] size() {
    return innermost().size;
  }

  int declare(String name) {
    int slot = innermost().size[0]++;
    innermost().blocks.element().put(name, slot);
    return slot;
  }

  LuaNodes.Variable find(String name, int line) {
    for (int hops = 0; hops < functions.size(); hops++) {
      for (Map<String, Integer> block : functions.get(functions.size() - 1 - hops).blocks) {
        Integer slot = block.get(name);
        if (slot != null) {
          return new LuaNodes.Variable(hops, slot);
        }
      }
    }
    throw new LuaException("line %d: %s is not known".formatted(line, name));
  }
}
