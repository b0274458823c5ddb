package dev.stampede.server.config;

/**
 * One setting as people read about it: its name, what it may be, and what it is when left out.
 * {@code docs/configuration.md} is checked against these.
 */
public record Definition(String name, String limits, String fallback) {}
