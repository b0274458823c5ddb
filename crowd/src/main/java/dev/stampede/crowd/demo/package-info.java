/**
 * A crowd to look at: people who queue, choose, think, pay and give up, paced so that a person can
 * watch a sale. It speaks HTTP as a browser would, and is no measure of speed.
 */
@NullMarked
package dev.stampede.crowd.demo;

import org.jspecify.annotations.NullMarked;
