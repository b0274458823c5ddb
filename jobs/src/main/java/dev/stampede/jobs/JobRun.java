package dev.stampede.jobs;

import java.time.Instant;

/**
 * One attempt at one job. No two runs have the same id and attempt, whatever crashes: together they
 * are the key of what this run does. The id alone names the job over all its attempts, and of two
 * runs of a job the one with the higher attempt is the newer.
 *
 * @param dueAt when it was to be run
 * @param failures how many earlier runs have failed; of a recurring job, in a row
 */
public record JobRun(
    JobId id,
    int attempt,
    String kind,
    String payload,
    Instant dueAt,
    int failures,
    boolean recurring) {}
