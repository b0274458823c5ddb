/** The measurements, for people and for programs. */
@NullMarked
package dev.stampede.chaos.report;

import org.jspecify.annotations.NullMarked;
