/** The faults: the experiments by name. */
@NullMarked
package dev.stampede.chaos.fault;

import org.jspecify.annotations.NullMarked;
