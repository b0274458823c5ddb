/** The figures of the README, written from recorded runs. */
@NullMarked
package dev.stampede.bench.figures;

import org.jspecify.annotations.NullMarked;
