/** What tests stand on: real services shared by a run, time that moves when told, deadlines. */
@NullMarked
package dev.stampede.testkit;

import org.jspecify.annotations.NullMarked;
