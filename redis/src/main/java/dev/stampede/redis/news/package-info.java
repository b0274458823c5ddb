/** News between servers: seats that changed, and settings that changed. */
@NullMarked
package dev.stampede.redis.news;

import org.jspecify.annotations.NullMarked;
