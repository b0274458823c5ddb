/** Bugs that are planted into the product on demand: the checker has to find each of them. */
@NullMarked
package dev.stampede.prove.planted;

import org.jspecify.annotations.NullMarked;
