package dev.stampede.prove.fault;

import java.time.Duration;

/**
 * One fault of a schedule.
 *
 * @param number counted from 1
 * @param at since the schedule began
 * @param length zero for a single step
 * @param seed of its own choices
 */
public record PlannedFault(
    int number, Duration at, FaultKind kind, String target, Duration length, long seed) {}
