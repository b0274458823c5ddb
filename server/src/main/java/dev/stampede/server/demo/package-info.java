/**
 * The demonstration that a newcomer finds under {@code up}: shows on sale, a wallet that is not
 * empty, and a crowd to watch.
 */
@NullMarked
package dev.stampede.server.demo;

import org.jspecify.annotations.NullMarked;
