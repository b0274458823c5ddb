/** What is read often and changes rarely, kept in memory and kept fresh. */
@NullMarked
package dev.stampede.server.cache;

import org.jspecify.annotations.NullMarked;
