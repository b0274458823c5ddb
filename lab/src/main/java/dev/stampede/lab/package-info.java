/** The contention lab's commands: {@code ./stampede lab run}, {@code compare}, {@code overhead}. */
@NullMarked
package dev.stampede.lab;

import org.jspecify.annotations.NullMarked;
