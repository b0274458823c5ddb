package dev.stampede.prove.simulation.redis.lua;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class LuaScriptTest {

  @Test
  void valuesAreCalculatedAsLuaDoes() {
    assertThat(run("return 1 + 2 * 3 .. 'x' .. 10 / 4")).isEqualTo("7x2.5");
    assertThat(run("return '2' * '3'")).isEqualTo(6.0);
    assertThat(run("return -7 % 3")).isEqualTo(2.0);
    assertThat(run("return not nil and 'yes' or 'no'")).isEqualTo("yes");
    assertThat(run("return 1 < 2 and 'a' ~= 'b' and not (2 <= 1)")).isEqualTo(true);
    assertThat(run("return false or 0")).isEqualTo(0.0);
    assertThat(run("return #'four' .. #{1, 2, 3}")).isEqualTo("43");
    assertThat(run("return 4000000000000001 - 4000000000000000 .. ''")).isEqualTo("1");
  }

  @Test
  void functionsSeeTheVariablesAroundThemAndChangeThem() {
    assertThat(
            run(
                """
                local sum, names = 0, {}
                local function add(by, name)
                  sum = sum + by
                  names[#names + 1] = name
                  return sum
                end
                add(1, 'a')
                add(2, 'b')
                names = {unpack(names)}
                return add(3, 'c') .. names[1] .. names[3]
                """))
        .isEqualTo("6ac");
  }

  @Test
  void loopsAndBranchesEndAsTheyShould() {
    assertThat(
            run(
                """
                local text = ''
                for i = 1, 7, 3 do text = text .. i end
                for i, value in ipairs({'x', 'y'}) do text = text .. i .. value end
                while #text < 9 do text = text .. '.' end
                if text == '' then
                  return 'empty'
                elseif string.sub(text, -1) == '.' then
                  return text
                end
                return 'else'
                """))
        .isEqualTo("1471x2y..");
  }

  @Test
  void textIsMatchedAndFormatted() {
    assertThat(
            run(
                """
                local kind, _, _, buyer = string.match('a 12 34 b c', '^(%a) (%d+) (%d+) (.*)$')
                return kind .. buyer .. string.format('(%.0f', 1e0 and 2.5) .. string.format('%.3f', 1.5)
                """
                    .replace("1e0 and ", "")))
        .isEqualTo("ab c(21.500");
    assertThat(run("return string.match('x', '(%d+)')")).isNull();
  }

  @Test
  void redisIsCalledWithTexts() {
    List<Object> called = new ArrayList<>();
    Object answer =
        LuaScript.of("return redis.call('GET', KEYS[1], ARGV[2], 7)")
            .run(
                List.of("k"),
                List.of("a", "b"),
                arguments -> {
                  called.addAll(arguments);
                  return Collections.<@Nullable Object>singletonList("answered");
                });

    assertThat(called).containsExactly("GET", "k", "b", 7.0);
    assertThat(answer).isEqualTo("answered");
  }

  @Test
  void aScriptThatIsNotUnderstoodIsRefusedWithItsLine() {
    assertThatThrownBy(() -> run("local a = 1\nreturn b"))
        .isInstanceOf(LuaException.class)
        .hasMessage("line 2: b is not known");
  }

  private static @Nullable Object run(String script) {
    return LuaScript.of(script).run(List.of(), List.of(), arguments -> arguments);
  }
}
