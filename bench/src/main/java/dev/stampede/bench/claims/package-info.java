/** The cost of a claim: in groups and one by one, in the engine and over HTTP. */
@NullMarked
package dev.stampede.bench.claims;

import org.jspecify.annotations.NullMarked;
