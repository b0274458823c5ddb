/** The parts that all claims over HTTP share: the reading of seats and keys, and the answers. */
@NullMarked
package dev.stampede.server.claim;

import org.jspecify.annotations.NullMarked;
