package dev.stampede.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher itself: what it says when something is missing, and that it is plain POSIX. */
final class LauncherTest {

  /** The tools that the launcher may expect on any system, Maven and Java apart. */
  private static final List<String> PLAIN_TOOLS =
      List.of(
          "cat",
          "cksum",
          "dirname",
          "find",
          "head",
          "mkdir",
          "readlink",
          "sed",
          "sh",
          "sort",
          "xargs");

  /** An option as a program's own help has it: its name, and what stands behind it. */
  private static final Pattern OPTION =
      Pattern.compile("(?m)^ +(?:-[a-zA-Z], )?(--[a-z-]+)(?:, (--[a-z-]+))?(\\[?=?)");

  /** An option that takes a number, with what its help says of it up to the next one. */
  private static final Pattern NUMBER =
      Pattern.compile(
          "(?ms)^ +(?:-[a-zA-Z], )?(--[a-z-]+)(?:, (--[a-z-]+))?\\[?=N\\b(.*?)(?=^ +-|\\z)");

  /** Of numbers alone: one with a unit is no whole number. */
  private static final Pattern RANGE = Pattern.compile("\\b\\d+\\.\\.\\d+\\b");

  private static final Set<String> STANDARD = Set.of("--help", "--version");

  private static final String PARENT =
      "<parent><groupId>copy</groupId><artifactId>copy</artifactId><version>1.2.3</version></parent>";

  private static final String NO_MAVEN = "Maven was not found on the PATH";

  @TempDir Path folder;

  @Test
  void helpNamesEveryCommand() throws Exception {
    try (Command help = Command.stampede(folder, Map.of(), "help")) {
      assertThat(help.exitCode()).isZero();
      assertThat(help.output())
          .contains(
              "up ",
              "serve ",
              "train ",
              "test [--long]",
              "bench NAME",
              "lab run",
              "chaos NAME",
              "check-place ",
              "verify [--show ID]",
              "version ",
              "help ");
    }
  }

  @Test
  void anUnknownCommandIsRefusedWithTheListOfThoseThereAre() throws Exception {
    try (Command unknown = Command.stampede(folder, Map.of(), "uo")) {
      assertThat(unknown.exitCode()).isEqualTo(2);
      assertThat(unknown.output()).contains("there is no command 'uo'", "up ", "serve ");
    }
  }

  @Test
  void itWorksThroughALink() throws Exception {
    Path link = folder.resolve("a link");
    Files.createSymbolicLink(link, Repository.ROOT.resolve("stampede"));
    try (Command help = Command.start(folder, Map.of(), List.of(link.toString(), "up", "--help"))) {
      assertThat(help.exitCode()).isZero();
      assertThat(help.output()).contains("Usage: stampede up");
    }
  }

  @Test
  void withoutAJdkItSaysWhatToInstall() throws Exception {
    Path launcher = changed("NEEDED_JAVA=25", "NEEDED_JAVA=99");
    try (Command up = Command.start(folder, Map.of(), List.of(launcher.toString(), "up"))) {
      assertThat(up.exitCode()).isEqualTo(1);
      assertThat(up.output())
          .contains("no JDK 99 or later was found", "apt-get install temurin-99-jdk", "JAVA_HOME");
    }
  }

  @Test
  void withoutMavenItSaysWhatToInstall() throws Exception {
    try (Command up = withoutMaven("up")) {
      assertThat(up.exitCode()).isEqualTo(1);
      assertThat(up.output()).contains(NO_MAVEN, "apt-get install maven");
    }
  }

  @Test
  void wrongUseIsRefusedBeforeAnythingIsLookedForOrBuilt() throws Exception {
    assertRefused("up has no option '--crwd'", "up", "--crwd", "5");
    assertRefused("--crowd of up needs a value", "up", "--crowd");
    assertRefused("up takes no 'now'", "up", "now");
    assertRefused("serve has no option '--port=1'", "serve", "--port=1");
    assertRefused("test takes --long", "test", "--lnog");
    assertRefused("verify has no option '--jsn'", "verify", "--jsn");
    assertRefused("--show of verify needs a value", "verify", "--show");
    assertRefused("check-place needs --show", "check-place", "--server", "http://localhost:1");
    assertRefused("bench needs a name: http ", "bench", "--quick");
    assertRefused("there is no bench 'htp'; there are: http ", "bench", "htp");
    assertRefused("chaos takes no 'list'", "chaos", "all", "list");
    assertRefused("chaos needs a name: redis-killed ", "chaos");
    assertRefused("lab needs a name: run compare overhead", "lab");
    assertRefused("lab has no option '--set'", "lab", "run", "--queue", "on", "--set", "5");
  }

  @Test
  void aValueThatIsNoWholeNumberIsRefusedBeforeAnythingIsLookedForOrBuilt() throws Exception {
    String crowd = "; give a whole number (1..10000).";
    assertRefused("--crowd is 'banana'" + crowd, "up", "--crowd", "banana");
    assertRefused("--crowd is '5x'" + crowd, "up", "--crowd=5x");
    assertRefused("--crowd is ''" + crowd, "up", "--crowd=");
    assertRefused("--crowd is '-5'" + crowd, "up", "--crowd", "-5");
    assertRefused("--crowd is '*'" + crowd, "up", "--crowd", "*");
    assertRefused("--most is 'x'; give a whole number (1..10000).", "verify", "--most", "x");
    assertRefused("--show is 'abc'; give a whole number.", "verify", "--show", "abc");
    assertRefused("--show is 'a=1'; give", "check-place", "--server", "here", "--show=a=1");
    assertRefused("--seconds is 'x'; give a whole number (2..120).", "chaos", "all", "--seconds=x");
    assertRefused("--clients is '1.5'; give", "chaos", "all", "--clients", "1.5");
    assertRefused("--tickets is '1,2'; give", "lab", "run", "--tickets", "1,2");
    assertRefused("--ghosts is 'no'; give a whole number (0..1000).", "lab", "run", "--ghosts=no");
  }

  @Test
  void aNumberOutOfItsRangeIsRefusedBeforeAnythingIsLookedForOrBuilt() throws Exception {
    assertRefused("--crowd is '0'; give a whole number (1..10000).", "up", "--crowd", "0");
    assertRefused("--crowd is '10001'; give a whole number (1..10000).", "up", "--crowd=10001");
    assertRefused("--crowd is '00012345678901'; give", "up", "--crowd=00012345678901");
    assertRefused("--seconds is '1'; give a whole number (2..120).", "chaos", "all", "--seconds=1");
    assertRefused("--ghosts is '1001'; give", "lab", "run", "--ghosts", "1001");
  }

  /** Lists, durations, words and numbers with a sign have forms that only the programs know. */
  @Test
  void otherValuesAreLeftToThePrograms() throws Exception {
    try (Command lab =
        withoutMaven(
            "lab", "compare", "--sweep", "buyers=10,50", "--think-time=5ms", "--seed", "-1")) {
      assertThat(lab.exitCode()).as(lab.output()).isEqualTo(1);
      assertThat(lab.output()).contains(NO_MAVEN);
    }
  }

  private void assertRefused(String why, String... words) throws Exception {
    try (Command command = withoutMaven(words)) {
      assertThat(command.exitCode()).as(command.output()).isEqualTo(2);
      assertThat(command.output()).contains(why, "./stampede help").doesNotContain("Maven was");
    }
  }

  /**
   * The launcher refuses before any program starts, so it has to know all options of the programs.
   */
  @Test
  void theLauncherAcceptsEveryOptionOfItsPrograms() throws Exception {
    Map<List<String>, List<String>> commands =
        Map.ofEntries(
            Map.entry(List.of("up"), List.of()),
            Map.entry(List.of("serve"), List.of()),
            Map.entry(List.of("train"), List.of()),
            Map.entry(List.of("verify"), List.of()),
            Map.entry(List.of("check-place"), List.of()),
            Map.entry(List.of("bench"), List.of("http")),
            Map.entry(List.of("chaos"), List.of("all")),
            Map.entry(List.of("prove"), List.of()),
            Map.entry(List.of("lab", "run"), List.of()),
            Map.entry(List.of("lab", "compare"), List.of()),
            Map.entry(List.of("lab", "overhead"), List.of()));
    for (Map.Entry<List<String>, List<String>> command : commands.entrySet()) {
      List<String> asked = new ArrayList<>(command.getKey());
      asked.add("--help");
      List<String> all = new ArrayList<>(command.getKey());
      all.addAll(command.getValue());
      try (Command help = Command.stampede(folder, Map.of(), asked.toArray(String[]::new))) {
        assertThat(help.exitCode()).as(help.output()).isZero();
        OPTION.matcher(help.output()).results().forEach(option -> all.addAll(typed(option)));
        assertThat(wholeNumbers(command.getKey().getFirst()))
            .as("%s with ranges as its help has them", command.getKey())
            .containsAll(ranges(help.output()));
      }
      try (Command whole = withoutMaven(all.toArray(String[]::new))) {
        assertThat(whole.exitCode()).as("%s: %s", all, whole.output()).isEqualTo(1);
        assertThat(whole.output()).contains(NO_MAVEN);
      }
    }
  }

  private static List<String> typed(MatchResult option) {
    List<String> words = new ArrayList<>();
    for (String name : Arrays.asList(option.group(1), option.group(2))) {
      if (name != null && !STANDARD.contains(name)) {
        words.add(name);
        if (!option.group(3).isEmpty()) {
          words.add("2"); // in every range
        }
      }
    }
    return words;
  }

  /** The options that a program's own help gives a number with a range. */
  private static List<String> ranges(String help) {
    List<String> found = new ArrayList<>();
    for (MatchResult option : (Iterable<MatchResult>) NUMBER.matcher(help).results()::iterator) {
      Matcher range = RANGE.matcher(option.group(3));
      if (range.find()) {
        for (String name : Arrays.asList(option.group(1), option.group(2))) {
          if (name != null) {
            found.add(name + ":" + range.group());
          }
        }
      }
    }
    return found;
  }

  /** The options that the launcher expects a whole number of, each with its range. */
  private List<String> wholeNumbers(String command) throws Exception {
    Path launcher =
        changed("command=${1:-help}", "takes %s; echo $wholes; exit".formatted(command));
    try (Command echoed = Command.start(folder, Map.of(), List.of(launcher.toString()))) {
      assertThat(echoed.exitCode()).isZero();
      return List.of(echoed.output().split(" ", -1));
    }
  }

  @Test
  void everyBenchmarkAndEveryExperimentIsKnownToTheLauncher() throws Exception {
    assertThat(names("^ {2}([a-z-]+) +", Command.stampede(folder, Map.of(), "bench", "--help")))
        .containsExactlyElementsOf(List.of(launchers("BENCHMARKS")));
    assertThat(names("^([a-z-]+) {2,}", Command.stampede(folder, Map.of(), "chaos", "list")))
        .containsExactlyElementsOf(
            Stream.of(launchers("EXPERIMENTS"))
                .filter(name -> !name.equals("all") && !name.equals("list"))
                .toList());
  }

  private static List<String> names(String pattern, Command listing) throws Exception {
    try (listing) {
      assertThat(listing.exitCode()).isZero();
      Pattern line = Pattern.compile(pattern);
      return listing.lines().stream()
          .map(line::matcher)
          .filter(Matcher::find)
          .map(name -> name.group(1))
          .filter(name -> !name.startsWith("-"))
          .toList();
    }
  }

  /** The words of a list that the launcher keeps. */
  private String[] launchers(String list) throws Exception {
    Path launcher = changed("command=${1:-help}", "echo \"$%s\"; exit".formatted(list));
    try (Command echoed = Command.start(folder, Map.of(), List.of(launcher.toString()))) {
      assertThat(echoed.exitCode()).isZero();
      return echoed.output().split(" ", -1);
    }
  }

  @Test
  void theVersionIsSaidWithoutABuild() throws Exception {
    try (Command version = Command.stampede(folder, Map.of(), "version")) {
      assertThat(version.exitCode()).isZero();
      assertThat(version.output())
          .containsPattern("^stampede  \\d+\\.\\d+\\.\\d+")
          .containsPattern("commit    ([0-9a-f]{40}|unknown)")
          .containsPattern("JDK       \\d+[.0-9]* in /");
    }
    try (Command version = withoutMaven("version")) {
      assertThat(version.exitCode()).isZero();
      assertThat(version.output()).contains("stampede  1.2.3", "commit    unknown");
    }
  }

  @Test
  void aBuildSaysWhichModuleOfHowManyItIsAt() throws Exception {
    try (Command up = Command.start(folder, Map.of(), List.of(changed("", "").toString(), "up"))) {
      var _ = up.exitCode();
      assertThat(up.lines()).contains("  1 of 2: copy", "  2 of 2: cli");
      assertThat(up.output()).as("codes for terminals").doesNotContain("\033");
    }
    assertThat(folder.resolve("a copy/cli/target/build.log")).content().contains("BUILD SUCCESS");
  }

  @Test
  void aBuildThatFailsSaysWhyAndKeepsTheRest() throws Exception {
    Path launcher = changed("", "");
    Files.writeString(launcher.resolveSibling("cli/pom.xml"), "<project>", UTF_8);
    try (Command up = Command.start(folder, Map.of(), List.of(launcher.toString(), "up"))) {
      assertThat(up.exitCode()).isEqualTo(1);
      assertThat(up.output())
          .contains("[ERROR]", "cli/pom.xml", "the build failed", "cli/target/build.log")
          .doesNotContain("\033");
    }
  }

  /** A JVM that was trained for another build or another JDK would not take the cache anyway. */
  @Test
  void aServerStartsWithTheCacheOfItsOwnBuildOnItsOwnJdkAndElseWithout() throws Exception {
    Path root = changed("", "").getParent();
    Path jdk = echoingJdk();
    Path built = Files.createDirectories(root.resolve("cli/target"));
    Files.writeString(built.resolve("classpath.txt"), root.resolve("pom.xml").toString(), UTF_8);
    Files.writeString(built.resolve("sources.sum"), says(jdk, "sources_sum"), UTF_8);
    assertThat(started(jdk)).contains("cli/target/classes:").doesNotContain("AOTCache");

    Path trained = Files.createDirectories(built.resolve("trained"));
    Files.writeString(trained.resolve("classpath.txt"), "packed.jar", UTF_8);
    Files.writeString(trained.resolve("key"), says(jdk, "training_key"), UTF_8);
    assertThat(started(jdk)).contains("-cp packed.jar ").doesNotContain("AOTCache", "rehearsal");
    Files.createFile(trained.resolve("cache"));
    assertThat(started(jdk))
        .contains(
            "-XX:AOTCache=" + trained.toRealPath().resolve("cache"),
            "-Dstampede.rehearsal=8 ",
            "-cp packed.jar ");
    assertThat(output(jdk, changed("", ""), "serve")).contains("-Dstampede.rehearsal=30 ");

    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25.0.99\"\n", UTF_8);
    assertThat(started(jdk)).contains("cli/target/classes:").doesNotContain("AOTCache");
  }

  /** Returns the arguments that the launcher would start a JVM with. */
  private String started(Path jdk) throws Exception {
    return output(jdk, changed("", ""), "up");
  }

  /** Returns the output of a function of the launcher. */
  private String says(Path jdk, String function) throws Exception {
    Path launcher = changed("command=${1:-help}", "use_jdk; %s; exit".formatted(function));
    return output(jdk, launcher) + "\n";
  }

  private String output(Path jdk, Path launcher, String... words) throws Exception {
    List<String> line = new ArrayList<>(List.of(launcher.toString()));
    line.addAll(List.of(words));
    try (Command command = Command.start(folder, Map.of("JAVA_HOME", jdk.toString()), line)) {
      assertThat(command.exitCode()).as(command.output()).isZero();
      return command.output();
    }
  }

  /** A JDK whose JVM says what it was started with. */
  private Path echoingJdk() throws IOException {
    Path jdk = Files.createDirectories(folder.resolve("a jdk"));
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25.0.1\"\n", UTF_8);
    Files.createDirectories(jdk.resolve("bin"));
    for (String program : List.of("java", "javac")) {
      Path file = jdk.resolve("bin").resolve(program);
      Files.writeString(file, "#!/bin/sh\necho \"$@\"\n", UTF_8);
      assertThat(file.toFile().setExecutable(true)).isTrue();
    }
    return jdk;
  }

  /** Red while Maven looked in the local repository for modules that were not on its list. */
  @Test
  void theTestsOfOneModuleRunWithoutThoseOfTheModulesThatItNeeds() throws Exception {
    Path tests = folder.resolve("a copy/engine/src/test/java/some");
    Files.createDirectories(tests);
    for (String name : List.of("OneTest", "TwoTest", "Fixture")) {
      Files.createFile(tests.resolve(name + ".java"));
    }

    assertThat(toldToMaven("-pl", "engine"))
        .containsPattern("-pl engine -am .*-Dtest=some\\.(One|Two)Test,some\\.(One|Two)Test$");
    assertThat(toldToMaven("-pl", "engine", "-Dtest=OneTest"))
        .containsPattern("-pl engine -Dtest=OneTest -am [^ ]+$");
    assertThat(toldToMaven("-pl", "engine", "-am")).endsWith("-pl engine -am");
  }

  /** Returns the arguments that the launcher would start Maven with. */
  private String toldToMaven(String... words) throws Exception {
    Path launcher = changed("exec mvn \"$@\"", "exec echo \"$@\"");
    String lookedFor = "  use_maven\n  use_browser\n  use_nginx\n";
    Files.writeString(launcher, Files.readString(launcher).replace(lookedFor, ""), UTF_8);
    List<String> line = new ArrayList<>(List.of(launcher.toString(), "test", "--"));
    line.addAll(List.of(words));
    try (Command test = Command.start(folder, Map.of(), line)) {
      assertThat(test.exitCode()).as(test.output()).isZero();
    }
    return Files.readString(folder.resolve("a copy/target/test.log"), UTF_8).strip();
  }

  @Test
  void anOldMavenIsNamedWithTheVersionThatIsNeeded() throws Exception {
    Path launcher = changed("NEEDED_MAVEN=3.8.7", "NEEDED_MAVEN=99.1");
    try (Command up = Command.start(folder, Map.of(), List.of(launcher.toString(), "up"))) {
      assertThat(up.exitCode()).isEqualTo(1);
      assertThat(up.output())
          .containsPattern("Maven is \\d+\\.\\d+\\.\\d+; 99\\.1 or later is needed");
    }
  }

  @Test
  void itIsPlainShellWithoutAComplaint() throws Exception {
    String script = Repository.ROOT.resolve("stampede").toString();
    try (Command parsed = Command.start(folder, Map.of(), List.of("sh", "-n", script))) {
      assertThat(parsed.exitCode()).as(parsed.output()).isZero();
    }
    // The linter is not ours to install; where it is there, it has nothing to say.
    if (isOnPath("shellcheck")) {
      try (Command linted = Command.start(folder, Map.of(), List.of("shellcheck", script))) {
        assertThat(linted.exitCode()).as(linted.output()).isZero();
      }
    }
  }

  /** A copy of the launcher in an empty repository, with one thing changed. */
  private Path changed(String from, String to) throws IOException {
    Path root = Files.createDirectories(folder.resolve("a copy"));
    Path copy = root.resolve("stampede");
    Files.writeString(copy, Repository.read("stampede").replace(from, to), UTF_8);
    assertThat(copy.toFile().setExecutable(true)).isTrue();
    Files.writeString(root.resolve("pom.xml"), project("copy", "", "<module>cli</module>"), UTF_8);
    Files.createDirectories(root.resolve(".mvn"));
    Files.createDirectories(root.resolve("cli/src/main"));
    Files.writeString(root.resolve("cli/pom.xml"), project("cli", PARENT, ""), UTF_8);
    return copy;
  }

  /** A project without anything to build, so that Maven needs no plugin for it. */
  private static String project(String name, String parent, String modules) {
    return """
    <project><modelVersion>4.0.0</modelVersion>%s<groupId>copy</groupId><artifactId>%2$s</artifactId>
    <version>1.2.3</version>
    <packaging>pom</packaging><name>A · %2$s</name><modules>%3$s</modules></project>
    """
        .formatted(parent, name, modules);
  }

  /** Starts the launcher without Maven on its path, so that it builds nothing. */
  private Command withoutMaven(String... words) throws IOException {
    List<String> line = new ArrayList<>(List.of(changed("", "").toString()));
    line.addAll(List.of(words));
    return Command.start(
        folder,
        Map.of("PATH", plainTools().toString(), "JAVA_HOME", System.getProperty("java.home")),
        line);
  }

  private Path plainTools() throws IOException {
    Path tools = folder.resolve("tools");
    if (Files.exists(tools)) {
      return tools;
    }
    Files.createDirectories(tools);
    for (String tool : PLAIN_TOOLS) {
      Files.createSymbolicLink(tools.resolve(tool), onPath(tool).findFirst().orElseThrow());
    }
    return tools;
  }

  private static boolean isOnPath(String tool) {
    return onPath(tool).findAny().isPresent();
  }

  private static Stream<Path> onPath(String tool) {
    return Stream.of(System.getenv("PATH").split(":"))
        .map(entry -> Path.of(entry, tool))
        .filter(Files::isExecutable);
  }
}
