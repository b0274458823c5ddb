/** Compares the tables and topics after an experiment with the answers that people got. */
@NullMarked
package dev.stampede.chaos.judge;

import org.jspecify.annotations.NullMarked;
