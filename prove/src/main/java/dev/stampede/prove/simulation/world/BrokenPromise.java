package dev.stampede.prove.simulation.world;

/**
 * A promise that was broken.
 *
 * @param invariant its name
 * @param what the values that show it
 */
public record BrokenPromise(String invariant, String what) {}
