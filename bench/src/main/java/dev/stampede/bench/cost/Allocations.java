package dev.stampede.bench.cost;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The bytes that the threads of a JVM have allocated so far, as {@code jcmd} tells: the carriers'
 * include those of the virtual threads. The meter that follows garbage collections is right only to
 * the size of the young generation, which in a short run is a tenth of all.
 */
final class Allocations {

  private static final Pattern ALLOCATED = Pattern.compile(" allocated=([0-9]+)([BKMG]) ");
  private static final Map<String, Double> UNITS =
      Map.of("B", 1.0, "K", 0x1p10, "M", 0x1p20, "G", 0x1p30);

  private Allocations() {}

  static double bytes(long pid) throws IOException, InterruptedException {
    Process jcmd =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                Long.toString(pid),
                "Thread.print",
                "-e")
            .redirectErrorStream(true)
            .start();
    String threads = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (jcmd.waitFor() != 0) {
      throw new IllegalStateException(
          "jcmd does not tell of process %d: %s".formatted(pid, threads));
    }
    return ALLOCATED
        .matcher(threads)
        .results()
        .mapToDouble(each -> Double.parseDouble(each.group(1)) * unit(each.group(2)))
        .sum();
  }

  private static double unit(String letter) {
    return UNITS.getOrDefault(letter, 1.0);
  }
}
