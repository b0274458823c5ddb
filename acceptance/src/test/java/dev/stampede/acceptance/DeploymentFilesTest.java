package dev.stampede.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.server.config.Definition;
import dev.stampede.server.config.Mode;
import dev.stampede.server.config.Settings;
import dev.stampede.server.config.SettingsSource;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The files for those who have Docker, against the product: every setting in them exists and can be
 * read, every name leads somewhere. That the images build is for those who have Docker to see.
 */
final class DeploymentFilesTest {

  /** Read by the launcher and not by the server. */
  private static final Set<String> OF_THE_LAUNCHER = Set.of("JAVA_OPTS");

  private static final Set<String> SETTINGS =
      Settings.definitions().stream().map(Definition::name).collect(Collectors.toUnmodifiableSet());

  private static final JsonNode COMPOSE =
      new YAMLMapper().readTree(Repository.read("compose.yaml"));
  private static final String DOCKERFILE = Repository.read("Dockerfile");

  /** {@code ${NAME:?why}}. */
  private static final Pattern ASKED_FOR = Pattern.compile("\\$\\{([A-Z_]+):\\?[^}]*}");

  private static final Pattern HOST = Pattern.compile("(?:@|^)([a-z]+)(?::[0-9]+)?(?:/|$)");
  private static final Pattern NAME = Pattern.compile("`([A-Z]+(?:_[A-Z]+)+)`");

  @Test
  void theServersSettingsExistAndCanBeRead() {
    Map<String, String> environment = environment();

    assertThat(environment.keySet()).isSubsetOf(with(SETTINGS, OF_THE_LAUNCHER));
    environment.keySet().removeAll(OF_THE_LAUNCHER);
    environment.putAll(dockerfilesOwn());
    Settings read = Settings.read(SettingsSource.of(environment), Mode.SERVE);
    assertThat(read.http().port()).isEqualTo(8080);
  }

  @Test
  void everyHostInTheSettingsOfComposeIsAService() {
    Set<String> services =
        COMPOSE.path("services").propertyNames().stream().collect(Collectors.toSet());
    Map<String, String> environment = environment();

    for (String setting : List.of("DATABASE_URL", "REDIS_HOST", "KAFKA_BOOTSTRAP_SERVERS")) {
      List<String> hosts =
          HOST.matcher(String.valueOf(environment.get(setting)))
              .results()
              .map(host -> host.group(1))
              .toList();
      assertThat(hosts).as(setting).hasSize(1);
      assertThat(services).as(setting).containsAll(hosts);
    }
    for (JsonNode service : COMPOSE.path("services")) {
      assertThat(services).containsAll(service.path("depends_on").propertyNames());
    }
  }

  @Test
  void theAddressInFrontLeadsToTheServersPort() {
    assertThat(COMPOSE.path("configs").path("address").path("content").asString())
        .contains("server stampede:8080;");
    assertThat(DOCKERFILE).contains("EXPOSE 8080", "STAMPEDE_PORT=8080");
  }

  @Test
  void theDockerfileRunsACommandThatExists() {
    assertThat(DOCKERFILE).contains("ENTRYPOINT [\"./stampede\"]", "CMD [\"serve\"]");
    String launcher = Repository.read("stampede");
    assertThat(launcher).containsPattern("(?m)^ +up \\| serve \\| check-place( \\| [a-z-]+)*\\)");
    assertThat(Repository.ROOT.resolve("stampede")).isExecutable();
    assertThat(SETTINGS).containsAll(dockerfilesOwn().keySet());
    assertThat(DOCKERFILE).contains("eclipse-temurin:" + needed(launcher) + "-jdk");
    for (String ignored : Repository.read(".dockerignore").lines().toList()) {
      assertThat(ignored).as("the build needs it").isNotIn(".mvn", "pom.xml", "stampede");
    }
    assertThat(Files.exists(Repository.ROOT.resolve(".mvn"))).isTrue();
  }

  @Test
  void theHealthCheckAsksARouteThatExists() {
    String api = Repository.read("server/src/main/resources/openapi.yaml");
    List<String> asked =
        Pattern.compile("http://127.0.0.1:8080(/[a-z/]+)")
            .matcher(DOCKERFILE)
            .results()
            .map(path -> path.group(1))
            .toList();

    assertThat(asked)
        .isNotEmpty()
        .allSatisfy(path -> assertThat(api).contains("\n  " + path + ":"));
  }

  @Test
  void everySettingThatTheOperationsPageNamesExists() {
    Set<String> named =
        NAME.matcher(Repository.read("docs/operations.md"))
            .results()
            .map(name -> name.group(1))
            .collect(Collectors.toSet());

    assertThat(named).isNotEmpty();
    assertThat(with(SETTINGS, OF_THE_LAUNCHER)).containsAll(named);
  }

  /**
   * Returns the environment of the container, with a value filled in where the caller is asked for
   * one.
   */
  private static Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>();
    COMPOSE
        .path("services")
        .path("stampede")
        .path("environment")
        .properties()
        .forEach(
            entry ->
                environment.put(
                    entry.getKey(),
                    ASKED_FOR
                        .matcher(entry.getValue().asString())
                        .replaceAll("0123456789abcdef0123456789abcdef")));
    assertThat(environment).isNotEmpty();
    return environment;
  }

  private static Map<String, String> dockerfilesOwn() {
    String last = DOCKERFILE.substring(DOCKERFILE.lastIndexOf("FROM "));
    return Pattern.compile("(STAMPEDE_[A-Z_]+)=(\\S+)")
        .matcher(last)
        .results()
        .collect(Collectors.toMap(own -> own.group(1), own -> own.group(2)));
  }

  private static String needed(String launcher) {
    return Pattern.compile("(?m)^NEEDED_JAVA=([0-9]+)$")
        .matcher(launcher)
        .results()
        .map((MatchResult found) -> found.group(1))
        .findFirst()
        .orElseThrow();
  }

  private static Set<String> with(Set<String> some, Set<String> others) {
    Set<String> all = new HashSet<>(some);
    all.addAll(others);
    return all;
  }
}
