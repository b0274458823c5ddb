/** Virtual buyers over HTTP: the one load generator, which knows nothing of what it calls. */
@NullMarked
package dev.stampede.crowd;

import org.jspecify.annotations.NullMarked;
