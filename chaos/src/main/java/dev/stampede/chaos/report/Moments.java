package dev.stampede.chaos.report;

/**
 * The moments of an experiment, as {@link System#nanoTime} counts.
 *
 * @param calm from here to the fault's beginning people were undisturbed
 * @param began the fault began
 * @param ended the fault was mended, or began to mend itself
 * @param over nobody began anything new from here on
 */
public record Moments(long calm, long began, long ended, long over) {}
