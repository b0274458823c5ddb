/** Claims: the seats that buyers want, the decisions, and the news of them for others. */
@NullMarked
package dev.stampede.engine.claim;

import org.jspecify.annotations.NullMarked;
