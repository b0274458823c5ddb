/** The job queue as operators see it. */
@NullMarked
package dev.stampede.server.jobs;

import org.jspecify.annotations.NullMarked;
