/** The refunds that shops owe for money captured outside. */
@NullMarked
package dev.stampede.server.refund;

import org.jspecify.annotations.NullMarked;
