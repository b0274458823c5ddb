/** Until when an answer is of use to whoever asked. */
@NullMarked
package dev.stampede.engine.deadline;

import org.jspecify.annotations.NullMarked;
