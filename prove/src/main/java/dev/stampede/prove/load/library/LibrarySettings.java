package dev.stampede.prove.load.library;

import java.nio.file.Path;
import java.util.Map;

/**
 * The settings of one library process, handed over as variables, because addresses hold passwords.
 *
 * @param number from 1; it sets the process's ids and client numbers apart from all others
 * @param seed of the run
 * @param begunNanos the zero of the record's clock
 * @param databaseUrl in either form
 * @param redisUrl of the Redis that the locks are in
 * @param folder for its record; the file {@value #STOP} in it ends the process
 */
record LibrarySettings(
    int number, long seed, long begunNanos, String databaseUrl, String redisUrl, Path folder) {

  /** As long as this file is absent, the process goes on. */
  static final String STOP = "stop";

  private static final long IDS_OF_ONE_PROCESS = 1_000_000_000L;
  private static final int CLIENTS_OF_ONE_PROCESS = 10_000;

  static LibrarySettings from(Map<String, String> variables) {
    return new LibrarySettings(
        Integer.parseInt(variables.get("PROVE_NUMBER")),
        Long.parseLong(variables.get("PROVE_SEED")),
        Long.parseLong(variables.get("PROVE_BEGUN_NANOS")),
        variables.getOrDefault("PROVE_DATABASE", ""),
        variables.getOrDefault("PROVE_REDIS", ""),
        Path.of(variables.get("PROVE_FOLDER")));
  }

  Map<String, String> variables() {
    return Map.of(
        "PROVE_NUMBER", Integer.toString(number),
        "PROVE_SEED", Long.toString(seed),
        "PROVE_BEGUN_NANOS", Long.toString(begunNanos),
        "PROVE_DATABASE", databaseUrl,
        "PROVE_REDIS", redisUrl,
        "PROVE_FOLDER", folder.toString());
  }

  String name() {
    return "library-" + number;
  }

  Path record() {
    return folder.resolve("calls-" + name() + ".tsv");
  }

  Path stop() {
    return folder.resolve(STOP);
  }

  long idsAbove() {
    return number * IDS_OF_ONE_PROCESS;
  }

  int client(int writer) {
    return number * CLIENTS_OF_ONE_PROCESS + writer;
  }
}
