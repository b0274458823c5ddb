/**
 * The cost of the pages: for those who look at them, and for the server that tells them the news.
 */
@NullMarked
package dev.stampede.bench.pages;

import org.jspecify.annotations.NullMarked;
