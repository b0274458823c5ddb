/** The ways to claim, each behind the product's claim port and on the product's tables. */
@NullMarked
package dev.stampede.lab.strategy;

import org.jspecify.annotations.NullMarked;
