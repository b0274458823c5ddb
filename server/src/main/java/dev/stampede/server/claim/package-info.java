/** What all claims over HTTP share: seats and keys as they are read, and how each is answered. */
@NullMarked
package dev.stampede.server.claim;

import org.jspecify.annotations.NullMarked;
