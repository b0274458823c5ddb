/** Shows: what is for sale, where its seats are, and when and how it may be claimed. */
@NullMarked
package dev.stampede.engine.show;

import org.jspecify.annotations.NullMarked;
