package dev.stampede.server.config;

import java.nio.file.Path;

/** What only {@code up} uses: where embedded services keep their data, and whether to show off. */
public record LocalSettings(Path data, boolean demo) {}
