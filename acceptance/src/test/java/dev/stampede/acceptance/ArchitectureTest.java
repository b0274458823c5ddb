package dev.stampede.acceptance;

/**
 * Checks all rules on modules, libraries and habits. They share one class so that one JVM imports
 * the {@linkplain ProductClasses product's classes} once.
 */
final class ArchitectureTest implements WallRules, LibraryWallRules, HabitRules {}
