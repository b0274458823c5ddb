/** Measurements, each against its peers in one run, and how they are told. */
@NullMarked
package dev.stampede.bench;

import org.jspecify.annotations.NullMarked;
