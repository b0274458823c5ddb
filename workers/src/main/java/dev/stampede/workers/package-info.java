/**
 * A bounded worker pool over virtual threads: tasks with a deadline, groups that fail as one, and
 * pipelines with back-pressure. A library of its own: the JDK and slf4j-api. Begin with {@link
 * dev.stampede.workers.WorkerPool}.
 */
@NullMarked
package dev.stampede.workers;

import org.jspecify.annotations.NullMarked;
