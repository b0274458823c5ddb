/** The faults: their kinds, a seeded schedule of several at a time, and the driver that runs it. */
@NullMarked
package dev.stampede.prove.fault;

import org.jspecify.annotations.NullMarked;
