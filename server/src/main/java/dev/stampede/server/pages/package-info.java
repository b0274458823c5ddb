/** The buyer's pages: a document, its modules and its looks, served as they lie in the sources. */
@NullMarked
package dev.stampede.server.pages;

import org.jspecify.annotations.NullMarked;
