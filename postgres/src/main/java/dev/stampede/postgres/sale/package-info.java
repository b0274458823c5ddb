/** Statistics of a sale: seats and bookings counted over time. */
@NullMarked
package dev.stampede.postgres.sale;

import org.jspecify.annotations.NullMarked;
