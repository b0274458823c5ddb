/** The queue in front: enter, look until it is my turn, run, always leave. */
@NullMarked
package dev.stampede.lab.line;

import org.jspecify.annotations.NullMarked;
