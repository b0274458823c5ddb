/** Clients that buy, cancel, queue and read at random, and write down every call they make. */
@NullMarked
package dev.stampede.prove.load;

import org.jspecify.annotations.NullMarked;
