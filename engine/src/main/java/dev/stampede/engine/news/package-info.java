/** Word from one server to the others that something has changed. */
@NullMarked
package dev.stampede.engine.news;

import org.jspecify.annotations.NullMarked;
