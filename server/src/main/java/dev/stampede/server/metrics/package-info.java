/** The counters and timers of the server, for Prometheus. */
@NullMarked
package dev.stampede.server.metrics;

import org.jspecify.annotations.NullMarked;
