package dev.stampede.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher itself: what it says when something is missing, and that it is plain POSIX. */
final class LauncherTest {

  /** What the launcher may expect of any system, Maven and Java apart. */
  private static final List<String> PLAIN_TOOLS =
      List.of("cat", "cksum", "dirname", "find", "head", "readlink", "sed", "sh", "sort", "xargs");

  @TempDir Path folder;

  @Test
  void helpNamesEveryCommand() throws Exception {
    try (Command help = Command.stampede(folder, Map.of(), "help")) {
      assertThat(help.exitCode()).isZero();
      assertThat(help.output())
          .contains(
              "up ",
              "serve ",
              "test [--long]",
              "bench NAME",
              "lab run",
              "chaos NAME",
              "check-place ",
              "verify ",
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
    Path launcher = changed("", "");
    Map<String, String> environment =
        Map.of("PATH", plainTools().toString(), "JAVA_HOME", System.getProperty("java.home"));
    try (Command up = Command.start(folder, environment, List.of(launcher.toString(), "up"))) {
      assertThat(up.exitCode()).isEqualTo(1);
      assertThat(up.output()).contains("Maven was not found on the PATH", "apt-get install maven");
    }
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
    Files.writeString(root.resolve("pom.xml"), "<project/>", UTF_8);
    Files.createDirectories(root.resolve(".mvn"));
    Files.createDirectories(root.resolve("cli/src/main"));
    Files.writeString(root.resolve("cli/pom.xml"), "<project/>", UTF_8);
    return copy;
  }

  private Path plainTools() throws IOException {
    Path tools = Files.createDirectories(folder.resolve("tools"));
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
