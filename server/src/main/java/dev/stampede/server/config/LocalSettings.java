package dev.stampede.server.config;

import java.nio.file.Path;

/**
 * Settings of {@code up} alone: the embedded services' data folder, and whether to run the demo.
 */
public record LocalSettings(Path data, boolean demo) {}
