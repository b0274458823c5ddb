package dev.stampede.server.logging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** In a process of its own: the choice is made once, before anything logs. */
final class LoggingTest {

  /** Says one line of our own and one through the JDK's logging. */
  static final class SomeMain {
    private SomeMain() {}

    public static void main(String[] args) {
      if (args[0].equals("json")) {
        Logging.json();
      } else {
        Logging.text();
      }
      MDC.put("requestId", "order-7");
      LoggerFactory.getLogger("ours").info("hello {}", "crowd");
      MDC.remove("requestId");
      System.getLogger("theirs").log(System.Logger.Level.WARNING, "from the JDK");
      System.getLogger("io.helidon.chatty").log(System.Logger.Level.INFO, "not heard");
    }
  }

  @Test
  void linesForPeople() throws Exception {
    List<String> lines = linesOf("text");

    assertThat(lines).hasSize(2);
    assertThat(lines.get(0)).endsWith("INFO  ours [order-7] hello crowd");
    assertThat(lines.get(1)).endsWith("WARN  theirs from the JDK");
  }

  @Test
  void linesForMachines() throws Exception {
    List<String> lines = linesOf("json");

    assertThat(lines).hasSize(2).allMatch(line -> line.startsWith("{") && line.endsWith("}"));
    assertThat(lines.get(0))
        .contains(
            "\"level\":\"INFO\"",
            "\"formattedMessage\":\"hello crowd\"",
            "{\"requestId\":\"order-7\"}");
    assertThat(lines.get(1)).contains("\"formattedMessage\":\"from the JDK\"");
  }

  private static List<String> linesOf(String format) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                SomeMain.class.getName(),
                format)
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output.lines().toList();
  }
}
