/** Alerts for operators: the rules, when they fire, and when they are over. */
@NullMarked
package dev.stampede.engine.alert;

import org.jspecify.annotations.NullMarked;
