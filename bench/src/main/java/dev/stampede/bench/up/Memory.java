package dev.stampede.bench.up;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The memory of several processes together, each shared page counted once (Linux: proportional set
 * size).
 */
final class Memory {

  private static final Pattern PSS = Pattern.compile("(?m)^Pss: +([0-9]+) kB$");

  private Memory() {}

  static double megabytes(List<ProcessHandle> processes) {
    long kilobytes = processes.stream().mapToLong(Memory::kilobytes).sum();
    if (kilobytes == 0) {
      throw new IllegalStateException("this system does not say what processes weigh; use Linux");
    }
    return Math.rint(kilobytes / 1024.0);
  }

  private static long kilobytes(ProcessHandle process) {
    try {
      Matcher pss =
          PSS.matcher(
              Files.readString(Path.of("/proc", Long.toString(process.pid()), "smaps_rollup")));
      return pss.find() ? Long.parseLong(pss.group(1)) : 0;
    } catch (IOException endedOrNotLinux) {
      return 0;
    }
  }
}
