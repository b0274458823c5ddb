/** The cost of a payment: in groups, behind a lock, and by hoping that nobody else pays. */
@NullMarked
package dev.stampede.bench.wallet;

import org.jspecify.annotations.NullMarked;
