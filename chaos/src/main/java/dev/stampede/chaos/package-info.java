/** Faults on purpose, while people buy; then everything that was promised is counted. */
@NullMarked
package dev.stampede.chaos;

import org.jspecify.annotations.NullMarked;
