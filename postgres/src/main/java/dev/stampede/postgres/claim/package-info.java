/**
 * Claims in PostgreSQL: a group's one transaction, from its row locks to its commit, and what ends
 * holds.
 */
@NullMarked
package dev.stampede.postgres.claim;

import org.jspecify.annotations.NullMarked;
