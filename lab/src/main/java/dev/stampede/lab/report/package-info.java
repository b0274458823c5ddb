/** Runs as people and programs read them: in a terminal, as JSON, as a page. */
@NullMarked
package dev.stampede.lab.report;

import org.jspecify.annotations.NullMarked;
