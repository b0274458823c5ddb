/** Plots as SVG: drawn here, in light and dark, with nothing to fetch. */
@NullMarked
package dev.stampede.lab.chart;

import org.jspecify.annotations.NullMarked;
