package dev.stampede.bench.http;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** Spring Boot as its starter has it, with virtual threads on. */
@SpringBootApplication
@RestController
class SpringEchoMain {

  public static void main(String[] args) {
    SpringApplication application = new SpringApplication(SpringEchoMain.class);
    application.setDefaultProperties(
        Map.of(
            "server.address", "127.0.0.1",
            "server.port", args[0],
            "spring.threads.virtual.enabled", "true",
            "spring.main.banner-mode", "off"));
    application.run();
  }

  @PostMapping(Echo.PATH)
  JsonNode echo(@RequestBody JsonNode body) {
    return body;
  }
}
