package dev.stampede.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import dev.stampede.server.Main;
import dev.stampede.server.config.Mode;
import dev.stampede.server.config.Settings;
import dev.stampede.server.config.SettingsSource;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Compares a whole server's metrics with the page, the Prometheus rules and the dashboard. */
final class MetricsDocumentationTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `([a-z_]+\\*?)` \\| ((?:`[a-z]+` ?)*) ?\\|");
  private static final Pattern LABEL_IN_PAGE = Pattern.compile("`([a-z]+)`");
  private static final Pattern SAMPLE =
      Pattern.compile("(?m)^([a-z_]+)(?:\\{([^}]*(?:\\{[^}]*}[^}]*)*)})? ");
  private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"");
  private static final Pattern SELECTED =
      Pattern.compile("\\b((?:stampede|http_server|jvm|process|system)_[a-z_]+)(?:\\{([^}]*)})?");
  private static final Pattern SELECTED_LABEL = Pattern.compile("([a-z_]+)\\s*(?:=~|!~|!=|=)");
  private static final Pattern BY = Pattern.compile("by \\(([a-z_, ]+)\\)");

  private static final String RARE = "shown once there was one";

  /** Labels that Prometheus itself gives. */
  private static final Set<String> FROM_OUTSIDE = Set.of("instance", "job", "le");

  private static final List<String> SUFFIXES = List.of("_bucket", "_count", "_sum", "_max");

  private static TestDatabase data;
  private static Main server;

  /** The labels of every sample that the server exposes. */
  private static Map<String, Set<String>> exposed;

  @BeforeAll
  static void start() throws Exception {
    data = TestServices.shared().freshDatabase();
    server = Main.start(Settings.read(SettingsSource.of(environment()), Mode.UP));
    // A show with a line, a top-up, a request that is timed: what is shown only once it was there.
    joinLine(server.demo().rush().id());
    var _ = server.demo().fill(new Buyer("alice"));
    String shown =
        Eventually.within(PATIENCE)
            .until(
                "the line and the jobs are shown",
                MetricsDocumentationTest::metrics,
                text ->
                    text.contains("stampede_queue_waiting{")
                        && text.contains("stampede_queue_conversion{")
                        && text.contains("stampede_jobs_run_seconds_count{"));
    exposed = exposed(shown);
  }

  @AfterAll
  static void stop() {
    server.close();
    data.close();
  }

  private static Map<String, String> environment() {
    TestServices services = TestServices.shared();
    return Map.of(
        "STAMPEDE_PORT",
        "0",
        "STAMPEDE_GRPC_PORT",
        "0",
        "DATABASE_URL",
        data.url(),
        "REDIS_URL",
        services.redisUrl(),
        "REDIS_KEY_PREFIX",
        services.freshKeyPrefix(),
        // Any will do: what is shown of a replica is shown where there is one.
        "READ_DATABASE_URL",
        data.url(),
        "KAFKA_TOPIC_PREFIX",
        services.freshTopicPrefix(),
        "KAFKA_BOOTSTRAP_SERVERS",
        services.kafkaBootstrapServers());
  }

  private static String metrics() throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      URI address = URI.create("http://127.0.0.1:%d/metrics".formatted(server.port()));
      return client
          .send(
              HttpRequest.newBuilder(address).timeout(PATIENCE).build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    }
  }

  private static Map<String, Set<String>> exposed(String text) {
    Map<String, Set<String>> samples = new TreeMap<>();
    for (MatchResult sample : SAMPLE.matcher(text).results().toList()) {
      Set<String> labels = samples.computeIfAbsent(sample.group(1), _ -> new TreeSet<>());
      if (sample.group(2) != null) {
        LABEL.matcher(sample.group(2)).results().forEach(label -> labels.add(label.group(1)));
      }
    }
    return samples;
  }

  @Test
  void everyMetricIsDocumentedWithItsLabelsAndNoOther() {
    Map<String, Set<String>> documented = new TreeMap<>();
    for (MatchResult row : ROW.matcher(Repository.read("docs/metrics.md")).results().toList()) {
      documented.put(
          row.group(1),
          LABEL_IN_PAGE
              .matcher(row.group(2))
              .results()
              .map(label -> label.group(1))
              .collect(Collectors.toCollection(TreeSet::new)));
    }
    Map<String, Set<String>> there = new TreeMap<>();
    exposed.forEach(
        (name, labels) -> {
          Set<String> own = new TreeSet<>(labels);
          own.remove("le");
          String family = family(name);
          boolean ofOthers = !family.startsWith("stampede_") && !family.startsWith("http_");
          if (ofOthers) {
            there.put(family.substring(0, family.indexOf('_')) + "_*", Set.of());
          } else {
            there.computeIfAbsent(family, _ -> new TreeSet<>()).addAll(own);
          }
        });

    documented.keySet().removeIf(name -> isRare(name) && !there.containsKey(name));
    assertThat(there).isEqualTo(documented);
  }

  @Test
  void everyFamilyHasAHelpTextATypeAndANameThatPrometheusToolsAccept() throws Exception {
    String text = metrics();

    assertThat(MetricsLint.families(text)).hasSizeGreaterThan(100);
    assertThat(MetricsLint.problems(text)).isEmpty();
  }

  @Test
  void theLintReportsBadMetrics() {
    assertThat(
            MetricsLint.problems(
                """
                # TYPE waits counter
                waits 1
                # HELP late_ms How late it is.
                # TYPE late_ms gauge
                late_ms{quantile="0.5"} 1
                # HELP size_kilobytes How large it is.
                # TYPE size_kilobytes gauge
                size_kilobytes{le="1"} 1
                # HELP rows_count How many there are.
                # TYPE rows_count gauge
                rows_count 1
                bare 1
                """))
        .containsExactly(
            "bare: no help text",
            "bare: no type, or several",
            "bare: is untyped",
            "late_ms: quantile is for summaries",
            "late_ms: the unit 'ms' is abbreviated",
            "rows_count: _count and _sum are for histograms and summaries",
            "size_kilobytes: _bucket and le are for histograms",
            "size_kilobytes: 'kilobytes' is no base unit, as [bytes, celsius, meters, seconds] are",
            "waits: no help text",
            "waits: counters, and nothing else, end in _total");
  }

  /** True if the page says that the metric is not there from the beginning. */
  private static boolean isRare(String name) {
    return Repository.read("docs/metrics.md")
        .lines()
        .anyMatch(row -> row.contains("`" + name + "`") && row.endsWith(RARE + " |"));
  }

  /** The name without what a histogram or a summary puts behind it. */
  private static String family(String name) {
    return SUFFIXES.stream()
        .filter(name::endsWith)
        .map(suffix -> name.substring(0, name.length() - suffix.length()))
        .filter(base -> exposed.containsKey(base + "_count"))
        .findFirst()
        .orElse(name);
  }

  @Test
  void rulesAndDashboardNameOnlyMetricsAndLabelsThatExist() {
    for (String file :
        List.of("docs/monitoring/stampede.rules.yaml", "docs/monitoring/stampede.dashboard.json")) {
      String text = Repository.read(file).replace("\\\"", "\"");
      List<String> wrong = new ArrayList<>();
      Set<String> labels = new TreeSet<>(FROM_OUTSIDE);
      int used = 0;
      Matcher selected = SELECTED.matcher(text);
      while (selected.find()) {
        used++;
        Set<String> known = exposed.get(selected.group(1));
        if (known == null) {
          wrong.add(selected.group(1));
          continue;
        }
        labels.addAll(known);
        if (selected.group(2) != null) {
          SELECTED_LABEL
              .matcher(selected.group(2))
              .results()
              .map(label -> label.group(1))
              .filter(label -> !known.contains(label) && !FROM_OUTSIDE.contains(label))
              .forEach(label -> wrong.add(selected.group(1) + "{" + label + "}"));
        }
      }
      BY.matcher(text)
          .results()
          .flatMap(by -> Arrays.stream(by.group(1).split(",\\s*", -1)))
          .filter(label -> !labels.contains(label))
          .forEach(label -> wrong.add("by " + label));

      assertThat(used).as("metrics named in " + file).isGreaterThan(10);
      assertThat(wrong).as(file).isEmpty();
    }
  }

  @Test
  void answersToBuyersAreCountedAsConfirmedRefusedOrFailed() throws Exception {
    String show = server.demo().show().id().toString();
    String holds = "/api/v1/shows/" + show + "/holds";
    String token = json(post("/api/v1/dev/tokens", "", "{\"sub\":\"carl\",\"roles\":[\"buyer\"]}"));
    assertThat(post(holds, token, "{\"best\":{\"quantity\":1}}").statusCode()).isEqualTo(201);
    assertThat(post(holds, token, "{\"seats\":[\"Nowhere-1-1\"]}").statusCode()).isEqualTo(422);
    assertThat(post(holds, "", "{}").statusCode()).isEqualTo(401);

    List<String> counted =
        List.of(
            "stampede_sale_answers_total{result=\"confirmed\",slug=\"none\"} 1.0",
            "stampede_sale_answers_total{result=\"refused\",slug=\"unknown-seat\"} 1.0",
            "stampede_sale_answers_total{result=\"refused\",slug=\"unauthenticated\"} 1.0",
            "stampede_sale_answers_total{result=\"failed\",slug=\"overloaded\"} 0.0",
            "stampede_database_pool{state=\"most\"}",
            "stampede_database_timeouts_total{kind=\"transaction\"} 0.0");
    // An answer is counted once it has been sent.
    Eventually.within(PATIENCE)
        .until(
            "the answers are counted",
            () -> {
              assertThat(metrics()).contains(counted);
              return true;
            });
  }

  /** A line is shown while it is in use. */
  private static void joinLine(ShowId show) throws Exception {
    String token = json(post("/api/v1/dev/tokens", "", "{\"sub\":\"dora\",\"roles\":[\"buyer\"]}"));
    assertThat(post("/api/v1/shows/" + show + "/queue", token, "{}").statusCode()).isEqualTo(201);
  }

  private static String json(HttpResponse<String> answer) {
    return JsonMapper.shared().readTree(answer.body()).path("token").asString();
  }

  private static HttpResponse<String> post(String path, String token, String body)
      throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d%s".formatted(server.port(), path)))
              .timeout(PATIENCE)
              .header("Content-Type", "application/json")
              .POST(HttpRequest.BodyPublishers.ofString(body));
      if (!token.isEmpty()) {
        request.header("Authorization", "Bearer " + token);
      }
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
  }

  /**
   * Each rule of the server has its counterpart in Prometheus, so that an alert that fires inside
   * fires outside too.
   */
  @Test
  void everyAlertRuleOfTheServerIsAlsoAPrometheusRule() {
    String rules = Repository.read("docs/monitoring/stampede.rules.yaml");
    String operating = Repository.read("docs/operating.md");
    Set<String> names =
        Pattern.compile("stampede_alert_firing\\{alert=\"([a-z-]+)\"")
            .matcher(text())
            .results()
            .map(name -> name.group(1))
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(names).hasSizeGreaterThan(10);
    for (String name : names) {
      assertThat(operating).as("what to do about it").contains("| `%s` |".formatted(name));
      if (!name.endsWith("-down")) {
        String camel =
            Arrays.stream(name.split("-", -1))
                .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
                .collect(Collectors.joining());
        assertThat(rules).contains("alert: Stampede" + camel + "\n");
      }
    }
  }

  private static String text() {
    try {
      return metrics();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
