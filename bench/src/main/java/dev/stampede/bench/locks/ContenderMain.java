package dev.stampede.bench.locks;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Contenders in a process of their own. Each line on standard input is a round, in milliseconds; it
 * ends when the input does, so it never outlives the benchmark.
 */
final class ContenderMain {

  /** The variable that says where Redis is. */
  static final String REDIS = "REDIS_URL";

  static final String READY = "ready";
  static final String DONE = "done";

  private ContenderMain() {}

  /** Arguments: kind, milliseconds of a lock, threads, the baton's file, the answer's. */
  public static void main(String[] args) throws Exception {
    Duration ttl = Duration.ofMillis(Long.parseLong(args[1]));
    Path answer = Path.of(args[4]);
    BufferedReader rounds =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (Peer peer = Kind.valueOf(args[0]).open(System.getenv(REDIS), ttl);
        Baton baton = Baton.in(Path.of(args[3]))) {
      Contenders contest =
          new Contenders(peer, Integer.parseInt(args[2]), _ -> TwoProcessCase.KEY, baton);
      System.out.println(READY);
      for (String line = rounds.readLine(); line != null; line = rounds.readLine()) {
        write(contest.run(Duration.ofMillis(Long.parseLong(line))), answer);
        System.out.println(DONE);
      }
    }
    // Libraries may leave threads behind; nobody waits for them.
    Runtime.getRuntime().halt(0);
  }

  private static void write(LockTally tally, Path file) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      LockTallyFile.write(tally, out);
    }
  }
}
