package dev.stampede.prove.planted;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.harness.StampedeRoot;
import dev.stampede.prove.check.Invariants;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every planted bug fits today's sources, and shadows the product. */
class PlantedBugsTest {

  private static final String FOLDER = "prove/src/main/resources/dev/stampede/prove/planted";

  /** {@code CheckerTest} breaks a record for these, and no bug of ours breaks the product so. */
  private static final Set<String> WITHOUT_A_BUG =
      Set.of(
          "one-owner-in-real-time",
          "seat-history",
          "outside-payments",
          "answers-match-tables",
          "requests-decided",
          "booking-reads",
          "list-reads");

  @TempDir private Path temporary;

  @Test
  void everyFileIsABugAndEveryBugHasANameOfItsOwn() throws IOException {
    List<String> names = PlantedBugs.all().stream().map(PlantedBug::name).toList();
    assertThat(names).doesNotHaveDuplicates().hasSizeGreaterThanOrEqualTo(15);
    try (Stream<Path> files = Files.list(StampedeRoot.path().resolve(FOLDER))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(names.stream().map(name -> name + ".bug").toList());
    }
  }

  @Test
  void everyBugBreaksWatchedInvariantsAndMostInvariantsHaveABug() {
    Set<String> broken =
        PlantedBugs.all().stream()
            .flatMap(bug -> bug.invariants().stream())
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> watched = new TreeSet<>(Invariants.names());
    watched.removeAll(WITHOUT_A_BUG);
    assertThat(broken).isEqualTo(watched);
  }

  /** Builds each: its texts occur exactly once in the sources, and what it changes compiles. */
  @Test
  void everyBugIsBuiltIntoAFolderOfChangedClassesAndResources() {
    try (BugCompiler compiler = new BugCompiler()) {
      for (PlantedBug bug : PlantedBugs.all()) {
        Path folder = temporary.resolve(bug.name());
        Path entry = bug.build(StampedeRoot.path(), folder, compiler);
        assertThat(filesIn(entry))
            .as(bug.name())
            .hasSizeGreaterThanOrEqualTo(
                (int) bug.changes().stream().map(SourceChange::path).distinct().count())
            .allMatch(file -> file.startsWith("dev/stampede/"))
            .noneMatch(file -> file.endsWith(".java"));
      }
    }
  }

  /** A class of a named module would come from its module, whatever is on the class path. */
  @Test
  void noModuleDescriptorKeepsABugOut() throws IOException {
    Set<String> modules =
        PlantedBugs.all().stream()
            .flatMap(bug -> bug.changes().stream())
            .map(change -> change.path().substring(0, change.path().indexOf("/src/main/")))
            .collect(Collectors.toSet());
    for (String module : modules) {
      assertThat(StampedeRoot.path().resolve(module).resolve("src/main/java/module-info.java"))
          .doesNotExist();
    }
  }

  @Test
  void aBugInFrontOfTheClassPathShadowsTheProduct() throws IOException, InterruptedException {
    PlantedBug bug = PlantedBugs.of("seat-news-out-of-order");
    Path entry = bug.build(StampedeRoot.path(), temporary.resolve("shadow"));
    assertThat(ShadowedBoardMain.sighted()).isEqualTo("dropped, rank > (newest[seat] or told[i])");
    assertThat(inAnotherJvm(PlantedBug.inFrontOfClassPath(entry)))
        .isEqualTo("applied, rank ~= (newest[seat] or told[i])");
  }

  private static String inAnotherJvm(List<String> options)
      throws IOException, InterruptedException {
    List<String> line =
        Stream.of(
                Stream.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()),
                Stream.of("-XX:TieredStopAtLevel=1"),
                options.stream(),
                Stream.of(ShadowedBoardMain.class.getName()))
            .flatMap(part -> part)
            .toList();
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }

  @Test
  void withoutTheSourcesABugSaysWhatIsMissing() {
    PlantedBug bug = PlantedBugs.all().getFirst();
    assertThatThrownBy(() -> bug.build(temporary, temporary.resolve("bug")))
        .isInstanceOf(PlantingException.class)
        .hasMessageContaining("is not in " + temporary)
        .hasMessageContaining("need a checkout of the sources");
  }

  @Test
  void aTextThatIsGoneOrThereTwiceIsRefused() {
    SourceChange.Edit edit = new SourceChange.Edit("A.java", "a", "b");
    assertThat(edit.applyTo("xay")).isEqualTo("xby");
    assertThatThrownBy(() -> edit.applyTo("xy"))
        .isInstanceOf(PlantingException.class)
        .hasMessageContaining("A.java does not have this text any more");
    assertThatThrownBy(() -> edit.applyTo("aa"))
        .isInstanceOf(PlantingException.class)
        .hasMessageContaining("A.java has this text more than once");
  }

  @Test
  void aFolderThatIsNotEmptyIsRefused() throws IOException {
    Files.writeString(temporary.resolve("there"), "already");
    assertThatThrownBy(() -> PlantedBugs.of("top-up-twice").build(StampedeRoot.path(), temporary))
        .isInstanceOf(PlantingException.class)
        .hasMessageContaining("is not empty");
  }

  @Test
  void anUnknownNameIsAnsweredWithTheNamesThereAre() {
    assertThatThrownBy(() -> PlantedBugs.of("unheard-of"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no planted bug 'unheard-of'")
        .hasMessageContaining("top-up-twice");
  }

  private static List<String> filesIn(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> folder.relativize(file).toString())
          .toList();
    } catch (IOException e) {
      throw new AssertionError(folder + " cannot be read", e);
    }
  }
}
