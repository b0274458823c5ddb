/**
 * Settings: read once from the environment and a file, checked whole, refused with every reason.
 */
@NullMarked
package dev.stampede.server.config;

import org.jspecify.annotations.NullMarked;
