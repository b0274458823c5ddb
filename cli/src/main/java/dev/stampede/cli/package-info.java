/** The commands behind {@code ./stampede}: what a person types, sees, and stops with Ctrl-C. */
@NullMarked
package dev.stampede.cli;

import org.jspecify.annotations.NullMarked;
