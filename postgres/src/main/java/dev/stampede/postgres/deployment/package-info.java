/** State of the deployment besides its sales: keys, epochs, alerts, and rows that expire. */
@NullMarked
package dev.stampede.postgres.deployment;

import org.jspecify.annotations.NullMarked;
