package dev.stampede.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.server.RawHttp;
import dev.stampede.server.RunningServer;
import dev.stampede.testkit.Eventually;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MetricsTest {

  /** The counts of the requests below. The server counts a request after it has answered. */
  private static final List<String> COUNTS =
      List.of(
          "http_server_requests_seconds_count{method=\"GET\",route=\"/health/live\",status=\"200\"} 1",
          "http_server_requests_seconds_count{method=\"POST\",route=\"/api/v1/dev/echo\",status=\"400\"} 1",
          "http_server_requests_seconds_count{method=\"any\",route=\"unknown\",status=\"404\"} 5",
          "http_server_requests_seconds_count{method=\"any\",route=\"unknown\",status=\"400\"} 1");

  @Test
  void requestsAreCountedByTemplateAndTheJvmTellsOfItself() throws Exception {
    try (RunningServer server = RunningServer.start()) {
      server.get("/health/live");
      server.echo("{");
      for (int i = 0; i < 5; i++) {
        server.get("/stranger/" + i);
      }
      RawHttp.exchange(server, "nonsense\r\n\r\n");
      HttpResponse<String> metrics =
          Eventually.within(Duration.ofSeconds(30))
              .until(
                  COUNTS + " are told",
                  () -> server.get("/metrics"),
                  seen -> COUNTS.stream().allMatch(seen.body()::contains));

      assertThat(metrics.headers().firstValue("Content-Type").orElseThrow())
          .startsWith("text/plain; version=0.0.4");
      assertThat(metrics.body())
          .contains(
              "http_server_requests_seconds_bucket{method=\"GET\",route=\"/health/live\",status=\"200\",le=\"0.01\"}",
              "jvm_memory_used_bytes",
              "jvm_threads_live_threads",
              "jvm_gc_",
              "process_cpu_usage",
              "process_uptime_seconds")
          .doesNotContain("stranger");
    }
  }
}
