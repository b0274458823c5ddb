package dev.stampede.embedded;

import java.util.Locale;

/** The operating system and processor that binaries are chosen for. */
record Platform(Os os, Processor processor) {

  enum Os {
    LINUX,
    MACOS
  }

  enum Processor {
    X86_64,
    ARM64
  }

  static Platform current() {
    return of(System.getProperty("os.name"), System.getProperty("os.arch"));
  }

  static Platform of(String osName, String osArch) {
    String os = osName.toLowerCase(Locale.ROOT);
    String arch = osArch.toLowerCase(Locale.ROOT);
    boolean linux = os.contains("linux");
    boolean intel = arch.equals("amd64") || arch.equals("x86_64");
    if ((!linux && !os.contains("mac")) || (!intel && !arch.equals("aarch64"))) {
      throw new EmbeddedException(
          "embedded services run on Linux and macOS, x86-64 and arm64; this is %s on %s. Set DATABASE_URL, REDIS_URL and KAFKA_BOOTSTRAP_SERVERS to services that run elsewhere"
              .formatted(osName, osArch));
    }
    return new Platform(linux ? Os.LINUX : Os.MACOS, intel ? Processor.X86_64 : Processor.ARM64);
  }

  /** The archive inside the PostgreSQL artifact for this platform. */
  String postgresArchive() {
    return "postgres-%s-%s.txz"
        .formatted(
            os == Os.LINUX ? "linux" : "darwin",
            processor == Processor.X86_64 ? "x86_64" : "arm_64");
  }

  /** The executable inside the Redis artifact for this platform. */
  String redisExecutable() {
    return switch (os) {
      case LINUX ->
          switch (processor) {
            case X86_64 -> "redis-server-6.2.6-v5-linux-amd64";
            case ARM64 -> "redis-server-6.2.7-linux-arm64";
          };
      case MACOS ->
          switch (processor) {
            case X86_64 -> "redis-server-6.2.6-v5-darwin-amd64";
            case ARM64 -> "redis-server-6.2.6-v5-darwin-arm64";
          };
    };
  }
}
