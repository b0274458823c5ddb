/** The figures of a run, and the report on it as a page and as JSON. */
@NullMarked
package dev.stampede.prove.report;

import org.jspecify.annotations.NullMarked;
