/** The record of a run: every call that a client made, with its times and its answer. */
@NullMarked
package dev.stampede.prove.history;

import org.jspecify.annotations.NullMarked;
