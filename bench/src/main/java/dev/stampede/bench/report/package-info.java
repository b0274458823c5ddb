/** The form of a benchmark and of its report. */
@NullMarked
package dev.stampede.bench.report;

import org.jspecify.annotations.NullMarked;
