/** A crowd let loose on a way to claim, and what came of it. */
@NullMarked
package dev.stampede.lab.contest;

import org.jspecify.annotations.NullMarked;
