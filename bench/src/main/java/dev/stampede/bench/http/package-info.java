/** The cost of HTTP itself: the same echo served by us and by our peers. */
@NullMarked
package dev.stampede.bench.http;

import org.jspecify.annotations.NullMarked;
