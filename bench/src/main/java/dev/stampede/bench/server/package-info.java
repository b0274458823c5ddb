/** Servers under measurement, each a process of its own that never outlives the benchmark. */
@NullMarked
package dev.stampede.bench.server;

import org.jspecify.annotations.NullMarked;
