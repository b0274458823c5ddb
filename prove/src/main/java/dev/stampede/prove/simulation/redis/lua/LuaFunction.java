package dev.stampede.prove.simulation.redis.lua;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A function: any number of arguments, any number of results. */
@FunctionalInterface
public interface LuaFunction {

  List<@Nullable Object> call(List<@Nullable Object> arguments);
}
