/** A second judge of small histories: slow, without SQL, and simple enough to be believed. */
@NullMarked
package dev.stampede.prove.check.judge;

import org.jspecify.annotations.NullMarked;
