/**
 * Optimistic changes of what carries a version: read, change, write if nobody was faster, and a
 * bounded number of tries.
 */
@NullMarked
package dev.stampede.engine.version;

import org.jspecify.annotations.NullMarked;
