/** The cost of one claim: processor time, rows, log, commands, messages. */
@NullMarked
package dev.stampede.bench.cost;

import org.jspecify.annotations.NullMarked;
