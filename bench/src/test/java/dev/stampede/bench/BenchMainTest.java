package dev.stampede.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class BenchMainTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void anUnknownNameIsAWrongOptionAndTheNamesAreListed() {
    assertThat(run("htpp")).isEqualTo(2);
    assertThat(err.toString()).contains("there is no benchmark 'htpp'").contains("  http ");
  }

  @Test
  void noNameAndUnknownOptionsAreWrongOptions() {
    assertThat(run()).isEqualTo(2);
    assertThat(run("http", "--quik")).isEqualTo(2);
  }

  @Test
  void aResultThatCouldNotBeWrittenIsRefusedBeforeTheRun() {
    assertThat(run("http", "--json", "no/such/folder/x.json")).isEqualTo(2);
    assertThat(err.toString()).contains("no/such/folder/x.json").contains("create it first");
  }

  @Test
  void optionsThatSuitAnotherNameAreWrong() {
    assertThat(run("all", "--json", "x.json")).isEqualTo(2);
    assertThat(run("http", "--json-folder", ".")).isEqualTo(2);
    assertThat(run("http", "--against", "HEAD")).isEqualTo(2);
    assertThat(run("all", "--json-folder", "no/such/folder")).isEqualTo(2);
    assertThat(err.toString())
        .contains("not for 'all'")
        .contains("use --json FILE")
        .contains("--against is for 'claims' alone")
        .contains("create it first");
  }

  @Test
  void helpListsTheBenchmarks() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString())
        .contains("--quick")
        .contains("--json")
        .contains("  http ", "  waiting-room ");
  }

  private int run(String... args) {
    CommandLine commandLine = BenchMain.commandLine();
    commandLine.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return commandLine.execute(args);
  }
}
