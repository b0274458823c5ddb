package dev.stampede.prove.simulation.redis.lua;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A table: a list from 1 on, and all else by key. */
public final class LuaTable {

  private final List<Object> list = new ArrayList<>();
  private final Map<Object, Object> others = new HashMap<>();

  public LuaTable() {}

  public static LuaTable of(Iterable<?> values) {
    LuaTable table = new LuaTable();
    values.forEach(table.list::add);
    return table;
  }

  public int length() {
    return list.size();
  }

  /** The list, up to the first element that is missing. */
  public List<Object> list() {
    return List.copyOf(list);
  }

  public @Nullable Object get(@Nullable Object key) {
    if (key instanceof Double number) {
      int index = number.intValue();
      if (index == number && index >= 1 && index <= list.size()) {
        return list.get(index - 1);
      }
    }
    return others.get(key);
  }

  public void set(Object key, @Nullable Object value) {
    if (key instanceof Double number) {
      int index = number.intValue();
      if (index == number && index >= 1 && index <= list.size() + 1) {
        set(index, value);
        return;
      }
    }
    if (value == null) {
      others.remove(key);
    } else {
      others.put(key, value);
    }
  }

  private void set(int index, @Nullable Object value) {
    if (value == null) {
      if (index == list.size()) {
        list.removeLast();
      } else if (index < list.size()) {
        throw new LuaException("a list may not have holes here: nil at " + index);
      }
    } else if (index <= list.size()) {
      list.set(index - 1, value);
    } else {
      list.add(value);
    }
  }
}
