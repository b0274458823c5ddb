package dev.stampede.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * The module map of the architecture page, generated from the build.
 *
 * <p>The old map, drawn by hand, lacked 20 of 46 edges (at f1a2863d), and no check noticed. Now the
 * poms are the only source: the map shows the dependencies of scope compile, without those that
 * another dependency brings along, and each pom's description.
 */
final class ModuleMapTest {

  private static final String PAGE = "docs/architecture.md";
  private static final String BEGIN = "<!-- modules: generated -->\n";
  private static final String END = "<!-- /modules -->";

  /** The system property that makes this test write the map before it compares. */
  private static final String WRITE = "stampede.write";

  private static final String COMMAND =
      "./stampede test -- -pl acceptance -am -Dtest=ModuleMapTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false -Dstampede.write=true";

  @Test
  void theArchitecturePageShowsTheModulesOfTheBuild() throws IOException {
    String map = map();
    if (Boolean.getBoolean(WRITE)) {
      write(map);
    }

    assertThat(region(Repository.read(PAGE)))
        .withFailMessage(
            () ->
                "the module map in %s is not that of the poms; write it with%n  %s%nor copy:%n%s"
                    .formatted(PAGE, COMMAND, map))
        .isEqualTo(map);
  }

  @Test
  void aDependencyThatAnotherOneBringsAlongIsNotDrawn() {
    Map<String, Set<String>> needs =
        Map.of(
            "server", Set.of("postgres", "engine", "lane", "jobs"),
            "postgres", Set.of("engine"),
            "engine", Set.of("lane"));

    assertThat(drawn("server", needs)).containsExactlyInAnyOrder("postgres", "jobs");
    assertThat(drawn("postgres", needs)).containsExactly("engine");
    assertThat(drawn("lane", needs)).isEmpty();
  }

  private static String region(String page) {
    return page.substring(begin(page), end(page));
  }

  private static void write(String map) throws IOException {
    String page = Repository.read(PAGE);
    String written = page.substring(0, begin(page)) + map + page.substring(end(page));
    Files.writeString(Repository.file(PAGE), written, UTF_8);
  }

  private static int begin(String page) {
    int begin = page.indexOf(BEGIN);
    assertThat(begin).as("position of %s in %s", BEGIN.strip(), PAGE).isNotNegative();
    return begin + BEGIN.length();
  }

  private static int end(String page) {
    int end = page.indexOf(END, begin(page));
    assertThat(end).as("position of %s in %s", END, PAGE).isNotNegative();
    return end;
  }

  /** The map, its modules in the order of the root pom. */
  private static String map() {
    Map<String, Element> poms = poms();
    Map<String, Set<String>> needs = needs(poms);
    List<String> lines = new ArrayList<>(List.of("", "```mermaid", "flowchart TB"));
    poms.keySet().forEach(module -> lines.add("  %s[\"%s\"]".formatted(node(module), module)));
    for (String module : poms.keySet()) {
      Set<String> drawn = drawn(module, needs);
      if (!drawn.isEmpty()) {
        String targets =
            poms.keySet().stream()
                .filter(drawn::contains)
                .map(ModuleMapTest::node)
                .collect(Collectors.joining(" & "));
        lines.add("  %s --> %s".formatted(node(module), targets));
      }
    }
    lines.addAll(List.of("```", "", "| module | what it is |", "| --- | --- |"));
    poms.forEach((module, pom) -> lines.add("| `%s` | %s |".formatted(module, description(pom))));
    return String.join("\n", lines) + "\n\n";
  }

  /** A name that mermaid takes for a node. */
  private static String node(String module) {
    return module.replace('/', '_');
  }

  /** The dependencies of a module that none of its other dependencies brings along. */
  private static Set<String> drawn(String module, Map<String, Set<String>> needs) {
    Set<String> direct = needs.getOrDefault(module, Set.of());
    return direct.stream()
        .filter(one -> direct.stream().noneMatch(other -> brings(other, one, needs)))
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Says if a module depends on another, directly or not. Maven refuses cycles, so it ends. */
  private static boolean brings(String from, String to, Map<String, Set<String>> needs) {
    Set<String> direct = needs.getOrDefault(from, Set.of());
    return direct.contains(to) || direct.stream().anyMatch(next -> brings(next, to, needs));
  }

  private static Map<String, Element> poms() {
    Map<String, Element> poms = new LinkedHashMap<>();
    for (Element list : children(pom("pom.xml"), "modules")) {
      for (Element module : children(list, "module")) {
        String path = module.getTextContent().strip();
        poms.put(path, pom(path + "/pom.xml"));
      }
    }
    return poms;
  }

  /** The modules that each module needs to compile: no tests, no test-jars, nothing of others. */
  private static Map<String, Set<String>> needs(Map<String, Element> poms) {
    Map<String, String> byArtifact = new HashMap<>();
    poms.forEach((module, pom) -> byArtifact.put(text(pom, "artifactId", ""), module));
    Map<String, Set<String>> needs = new LinkedHashMap<>();
    poms.forEach((module, pom) -> needs.put(module, needs(pom, byArtifact)));
    return needs;
  }

  private static Set<String> needs(Element pom, Map<String, String> byArtifact) {
    Set<String> needed = new LinkedHashSet<>();
    for (Element list : children(pom, "dependencies")) {
      for (Element one : children(list, "dependency")) {
        String artifact = text(one, "artifactId", "");
        if (text(one, "groupId", "").equals("dev.stampede")
            && text(one, "scope", "compile").equals("compile")
            && text(one, "type", "jar").equals("jar")) {
          assertThat(byArtifact).as("artifacts of the modules in pom.xml").containsKey(artifact);
          needed.add(byArtifact.getOrDefault(artifact, artifact));
        }
      }
    }
    return needed;
  }

  private static String description(Element pom) {
    String description = text(pom, "description", "").replaceAll("\\s+", " ");
    assertThat(description).as("<description> of %s", text(pom, "artifactId", "")).isNotEmpty();
    return description;
  }

  private static Element pom(String file) {
    try {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(Repository.file(file).toFile())
          .getDocumentElement();
    } catch (IOException | SAXException | ParserConfigurationException e) {
      throw new IllegalStateException("cannot read " + file, e);
    }
  }

  private static String text(Element parent, String name, String otherwise) {
    return children(parent, name).stream()
        .map(child -> child.getTextContent().strip())
        .findFirst()
        .orElse(otherwise);
  }

  private static List<Element> children(Element parent, String name) {
    NodeList nodes = parent.getChildNodes();
    return IntStream.range(0, nodes.getLength())
        .mapToObj(nodes::item)
        .filter(Element.class::isInstance)
        .map(Element.class::cast)
        .filter(child -> child.getTagName().equals(name))
        .toList();
  }
}
