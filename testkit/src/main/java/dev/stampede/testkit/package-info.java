/** The base of the tests: real services, a clock that moves when told, deadlines, contracts. */
@NullMarked
package dev.stampede.testkit;

import org.jspecify.annotations.NullMarked;
