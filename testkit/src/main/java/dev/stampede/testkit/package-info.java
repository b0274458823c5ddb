/** What tests stand on: real services, time that moves when told, deadlines, contracts. */
@NullMarked
package dev.stampede.testkit;

import org.jspecify.annotations.NullMarked;
