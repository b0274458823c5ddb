/**
 * The pages of buyers and operators: documents, their modules and their looks, served as they lie
 * in the sources.
 */
@NullMarked
package dev.stampede.server.pages;

import org.jspecify.annotations.NullMarked;
