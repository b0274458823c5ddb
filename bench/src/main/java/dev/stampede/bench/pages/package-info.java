/** What the pages cost: those who look at them, and the server that tells them the news. */
@NullMarked
package dev.stampede.bench.pages;

import org.jspecify.annotations.NullMarked;
