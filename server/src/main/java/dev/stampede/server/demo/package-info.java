/** What a newcomer finds under {@code up}: a show on sale and a wallet that is not empty. */
@NullMarked
package dev.stampede.server.demo;

import org.jspecify.annotations.NullMarked;
