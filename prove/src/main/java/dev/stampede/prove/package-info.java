/** A recorded run under many faults at once, and the verdict of a checker on its record. */
@NullMarked
package dev.stampede.prove;

import org.jspecify.annotations.NullMarked;
