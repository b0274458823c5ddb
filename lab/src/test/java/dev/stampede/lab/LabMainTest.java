package dev.stampede.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The commands: what is wrong is said in one line before anything is started. */
final class LabMainTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir Path folder;

  @Test
  void anUnknownWayIsRefusedWithTheList() {
    refused("run", "--strategy", "optimstic")
        .contains("--strategy is 'optimstic'", "unsafe, optimistic, pessimistic", "group-commit");
    refused("compare", "--strategy", "fast,nothing").contains("'nothing'", "skip-locked");
  }

  @Test
  void numbersAndTimesHaveLimits() {
    refused("run", "--buyers", "0").contains("--buyers is '0'", "1..10000");
    refused("run", "--tickets", "-3").contains("--seats is '-3'", "1..10000");
    refused("run", "--buyers", "1000000").contains("1..10000");
    refused("run", "--buyers", "many").contains("--buyers is 'many'", "whole number");
    refused("run", "--think-time", "1h").contains("--think-time is '1h'", "0..10s", "50ms");
    refused("run", "--strategy", "redis-spin", "--lock-ttl", "5ms").contains("100ms..3600s");
    refused("run", "--max-attempts", "0").contains("1..1000");
    refused("run", "--seed", "x").contains("--seed is 'x'");
    refused("run", "--want", "all").contains("first-free, same, random");
    refused("run", "--queue", "maybe").contains("--queue is 'maybe'", "on or off");
  }

  @Test
  void contradictoryOptionsAreRefused() {
    refused("run", "--fence").contains("--fence says nothing here", "redis-simple");
    refused("run", "--poll-interval", "5ms").contains("--poll-interval", "add --queue on");
    refused("run", "--seats", "2", "--seats-per-buyer", "3").contains("more seats");
    refused("compare", "--sweep", "buyers=1,2", "--buyers", "3").contains("contradict");
    refused("compare", "--sweep", "poll-limit=1,2", "--queue", "off").contains("--queue off");
    refused("compare", "--sweep", "poll-limit=0,2").contains("--poll-limit is '0'");
  }

  @Test
  void aSweepNamesWhatItCanTurn() {
    refused("compare", "--sweep", "weather=1,2").contains("'weather'", "think-time");
    refused("compare", "--sweep", "buyers=10").contains("1 values", "2..20");
    refused("compare", "--sweep", "buyers").contains("0 values");
  }

  @Test
  void unwritableOutputPathsAreRefusedBeforeTheRun() throws IOException {
    Path there = Files.writeString(folder.resolve("there.html"), "");
    refused("run", "--out", there.toString()).contains("exists already");
    refused("compare", "--out", folder.toString()).contains("exists already");
    refused("run", "--out", folder.resolve("no/such.html").toString()).contains("create it first");
    refused("run", "--json", folder.resolve("no/such.json").toString()).contains("create it first");
    refused("run", "--json", folder.toString()).contains("is a folder");
  }

  @Test
  void unknownWordsAreRefused() {
    refused().contains("run, compare or overhead");
    refused("rnu").contains("rnu");
    refused("run", "--strategi", "unsafe").contains("--strategi");
  }

  /** On services of its own, from the options to the files. */
  @Test
  void aComparisonTellsTheTerminalProgramsAndAPage() throws IOException {
    Path json = folder.resolve("runs.json");
    Path page = folder.resolve("report.html");

    assertThat(
            run(
                "compare",
                "--strategy",
                "unsafe,skip-locked,optimistic",
                "--buyers",
                "20",
                "--seats",
                "10",
                "--poll-interval",
                "5ms",
                "--think-time",
                "5ms",
                "--json",
                json.toString(),
                "--out",
                page.toString()))
        .as(err.toString())
        .isZero();

    JsonNode runs = JsonMapper.shared().readTree(Files.readString(json)).get("runs");
    assertThat(runs).hasSize(4);
    for (JsonNode each : runs) {
      int failed = 0;
      for (JsonNode count : each.get("failures")) {
        failed += count.asInt();
      }
      assertThat(each.get("sold").asInt() + failed).isEqualTo(20);
      assertThat(each.get("ratePerSecond").asDouble()).isPositive();
      assertThat(each.get("p99Millis").asDouble()).isPositive();
      assertThat(each.get("statements").asInt()).isPositive();
    }
    assertThat(runs.get(0).get("strategy").asString()).isEqualTo("unsafe");
    assertThat(runs.get(0).get("oversold").asInt()).isPositive();
    assertThat(runs.get(1).get("oversold").asInt()).isZero();
    assertThat(runs.get(3).get("queue").asBoolean()).isTrue();
    assertThat(out.toString()).contains("optimistic + queue", "sold/s");
    assertThat(Files.readString(page)).contains("<svg", "skip-locked").doesNotContain("://");
  }

  private org.assertj.core.api.AbstractStringAssert<?> refused(String... args) {
    err.getBuffer().setLength(0);
    assertThat(run(args)).isEqualTo(2);
    assertThat(err.toString().lines()).hasSize(1);
    return assertThat(err.toString());
  }

  private int run(String... args) {
    CommandLine commandLine = LabMain.commandLine();
    commandLine.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return commandLine.execute(args);
  }
}
