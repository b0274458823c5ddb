package dev.stampede.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.server.RawHttp;
import dev.stampede.server.RunningServer;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

final class MetricsTest {

  @Test
  void requestsAreCountedByTemplateAndTheJvmTellsOfItself() throws Exception {
    try (RunningServer server = RunningServer.start()) {
      server.get("/health/live");
      server.echo("{");
      for (int i = 0; i < 5; i++) {
        server.get("/stranger/" + i);
      }
      RawHttp.exchange(server, "nonsense\r\n\r\n");
      HttpResponse<String> metrics = server.get("/metrics");

      assertThat(metrics.headers().firstValue("Content-Type").orElseThrow())
          .startsWith("text/plain; version=0.0.4");
      assertThat(metrics.body())
          .contains(
              "http_server_requests_seconds_count{method=\"GET\",route=\"/health/live\",status=\"200\"} 1",
              "http_server_requests_seconds_bucket{method=\"GET\",route=\"/health/live\",status=\"200\",le=\"0.01\"}",
              "http_server_requests_seconds_count{method=\"POST\",route=\"/api/v1/dev/echo\",status=\"400\"} 1",
              "http_server_requests_seconds_count{method=\"any\",route=\"unknown\",status=\"404\"} 5",
              "http_server_requests_seconds_count{method=\"any\",route=\"unknown\",status=\"400\"} 1",
              "jvm_memory_used_bytes",
              "jvm_threads_live_threads",
              "jvm_gc_",
              "process_cpu_usage",
              "process_uptime_seconds")
          .doesNotContain("stranger");
    }
  }
}
