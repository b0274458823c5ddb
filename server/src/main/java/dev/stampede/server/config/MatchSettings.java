package dev.stampede.server.config;

import java.nio.file.Path;
import java.util.Optional;

/** What the matchmaker is told: its port, whether tickets are checked, and its profiles. */
public record MatchSettings(int grpcPort, boolean validate, Optional<Path> profiles) {}
