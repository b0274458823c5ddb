/** The services and two servers of one experiment, each a process that can be hurt. */
@NullMarked
package dev.stampede.chaos.deployment;

import org.jspecify.annotations.NullMarked;
