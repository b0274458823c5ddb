/** The services of a run, what is opened on them, and the counting of what they are asked. */
@NullMarked
package dev.stampede.lab.services;

import org.jspecify.annotations.NullMarked;
