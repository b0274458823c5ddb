package dev.stampede.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The command: what is wrong is said in one line before anything is started. */
final class ChaosMainTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void theListNamesEveryExperimentWithWhatItDoes() {
    assertThat(execute("list")).isZero();

    assertThat(out.toString().lines())
        .hasSize(10)
        .anyMatch(line -> line.startsWith("redis-killed") && line.contains("-9"))
        .anyMatch(line -> line.startsWith("server-frozen") && line.contains("SIGSTOP"));
  }

  @Test
  void withoutANameOrWithAWrongOneTheNamesAreTold() {
    refused().contains("name an experiment", "postgres-cut");
    refused("redis-kiled").contains("'redis-kiled'", "redis-killed", "all, list");
    refused("redis-killed", "redis-paused").contains("redis-paused");
  }

  @Test
  void numbersHaveLimits() {
    refused("all", "--seconds", "1").contains("--seconds is 1", "2..120");
    refused("all", "--seconds", "121").contains("--seconds is 121", "2..120");
    refused("all", "--seconds", "soon").contains("'soon'");
    refused("all", "--clients", "0").contains("--clients is 0", "1..256");
    refused("all", "--clients", "257").contains("--clients is 257", "1..256");
  }

  @Test
  void aFileThatCannotBeWrittenIsSaidBeforeAndNotAfterTheRun() {
    refused("all", "--json", "no/such/folder/file.json").contains("no/such/folder/file.json");
  }

  private AbstractStringAssert<?> refused(String... arguments) {
    err.getBuffer().setLength(0);
    assertThat(execute(arguments)).isEqualTo(ChaosMain.COULD_NOT_RUN);
    assertThat(err.toString().lines()).hasSize(1);
    return assertThat(err.toString());
  }

  private int execute(String... arguments) {
    CommandLine line = ChaosMain.commandLine();
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err, true));
    return line.execute(arguments);
  }
}
