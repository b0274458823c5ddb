/** What the server counts and how long things take, for Prometheus. */
@NullMarked
package dev.stampede.server.metrics;

import org.jspecify.annotations.NullMarked;
