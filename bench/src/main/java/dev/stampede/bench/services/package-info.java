/** The services of one run, shared by all that is measured in it. */
@NullMarked
package dev.stampede.bench.services;

import org.jspecify.annotations.NullMarked;
