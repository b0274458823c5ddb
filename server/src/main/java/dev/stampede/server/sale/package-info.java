/**
 * A sale as its operator sees it: one look, the last quarter of an hour, and both as they change.
 */
@NullMarked
package dev.stampede.server.sale;

import org.jspecify.annotations.NullMarked;
